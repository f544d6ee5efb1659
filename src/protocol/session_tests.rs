//! Tests of the session without a driver. They send inputs, check effects, and decide when a job ends.

use super::*;
use khepri_engine::internal::eval::network;
use khepri_engine::internal::search::window::depth;
use khepri_rules::Move;
use khepri_rules::internal::util::random::Random;
use std::num::NonZero;

/// A session with its printed text and its running job.
struct Talk {
    session: Session,
    printed: String,
    /// The job that runs, whether it was stopped, and whether it got a `ponderhit`.
    job: Option<(u64, Plan)>,
    stopped: bool,
    hit: bool,
    reads: Option<Option<PathBuf>>,
    has_timer: bool,
    is_over: bool,
}

impl Talk {
    fn begin() -> Talk {
        let session = Session::new(Some(network::embedded()), 0).expect("a start position");
        let (printed, job, reads) = (String::new(), None, None);
        Talk { session, printed, job, stopped: false, hit: false, reads, has_timer: false, is_over: false }
    }

    /// Returns a session that has answered its first `isready`.
    fn prepared() -> Talk {
        let mut talk = Talk::begin();
        talk.say("isready").finish();
        assert_eq!(std::mem::take(&mut talk.printed), "readyok\n");
        talk
    }

    fn give(&mut self, input: Input) -> &mut Talk {
        let mut effects = Vec::new();
        self.session.take(input, &mut effects);
        for effect in effects {
            assert!(!self.is_over, "{effect:?} follows the end");
            match effect {
                Effect::Print(answer) => {
                    let upkeep = self.reads.is_some() || matches!(self.job, Some((_, Plan::Upkeep(..))));
                    assert!(!upkeep || answer != "readyok", "it is not ready");
                    self.printed.push_str(&format!("{}\n", answer.trim_end_matches('\n')));
                }
                Effect::Start(number, plan) => {
                    assert!(self.job.is_none() && self.reads.is_none(), "another job runs");
                    (self.job, self.stopped, self.hit) = (Some((number, plan)), false, false);
                }
                Effect::Stop(number) => self.stopped |= number == self.number(),
                Effect::PonderHit(number) => self.hit |= number == self.number(),
                Effect::ReadNetwork(path) => self.reads = Some(path),
                Effect::StartTimer(_) => self.has_timer = true,
                Effect::End => self.is_over = true,
            }
        }
        self
    }

    fn say(&mut self, lines: &str) -> &mut Talk {
        lines.split('\n').for_each(|line| _ = self.give(Input::Line(line.as_bytes().to_vec(), Instant::now())));
        self
    }

    fn number(&self) -> u64 {
        self.job.as_ref().map_or(0, |(number, _)| *number)
    }

    fn plan(&self) -> &Plan {
        &self.job.as_ref().expect("a job runs").1
    }

    /// Ends the running job with a result of its kind.
    fn finish(&mut self) -> &mut Talk {
        let end = match self.plan() {
            Plan::Search(plan) => {
                let SearchPlan { game, limits, .. } = &**plan;
                let legal = game.position().legal_moves();
                JobEnd::Found(BestMove { best: limits.searchmoves.first().or(legal.first()).copied(), ponder: None })
            }
            Plan::Perft { .. } | Plan::Bench(_) if self.stopped => JobEnd::NoResult("the count was stopped".to_owned()),
            Plan::Perft { depth, .. } => JobEnd::Counted(format!("nodes of depth {depth}")),
            Plan::Bench(_) => JobEnd::Counted("1 nodes 1 nps".to_owned()),
            Plan::Upkeep(..) => JobEnd::Upkeep(Ok(())),
        };
        self.end(end)
    }

    /// Ends the running job with this end.
    fn end(&mut self, end: JobEnd) -> &mut Talk {
        let (number, _) = self.job.take().expect("a job runs");
        self.give(Input::Finished(number, end))
    }

    /// Ends jobs until none runs.
    fn finish_all(&mut self) -> &mut Talk {
        while self.job.is_some() {
            self.finish();
        }
        self
    }

    fn best_moves(&self) -> usize {
        self.printed.lines().filter(|line| line.starts_with("bestmove ")).count()
    }

    #[track_caller]
    fn expect(&self, printed: &str) {
        assert_eq!(self.printed.trim_end(), printed);
    }

    /// Checks that the texts were printed in this order.
    #[track_caller]
    fn expect_in_order(&self, texts: &[&str]) {
        let places: Vec<_> = texts.iter().map(|text| self.printed.find(text)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{texts:?} in {}", self.printed);
    }
}

/// Sends all lines at once, then the end of the input, and ends all jobs. Returns the session with its answers.
fn script(lines: &str) -> Talk {
    let mut talk = Talk::prepared();
    talk.say(lines).give(Input::Eof).finish_all();
    assert!(talk.is_over);
    talk
}

#[test]
fn the_end_of_input_stops_endless_searches_and_lets_others_finish() {
    for (go, stopped) in [
        ("go", true),
        ("go infinite", true),
        ("go ponder depth 1", true),
        ("go infinite\nponderhit", true),
        ("go depth 1 infinite", true),
        ("go depth 2", false),
        ("go ponder depth 1\nponderhit", false),
        ("position setup imhotep moves j5-\ngo btime 100", false),
    ] {
        let talk = script(go);
        assert_eq!((talk.best_moves(), talk.stopped), (1, stopped), "{go}");
    }
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\nisready\nd\nreach j1\nmoves\nuci\nversion\nhelp\neval");
    talk.expect_in_order(&[
        "readyok",
        "result: *",
        "total 0",
        "total 77",
        "uciok",
        "\nKhepri ",
        "this list",
        "for silver to move",
    ]);
    assert_eq!((talk.best_moves(), talk.stopped), (0, false));
    assert!(talk.say("stop").stopped);
    talk.finish();
    assert_eq!(talk.best_moves(), 1);
}

#[test]
fn a_position_during_a_search_is_pending_until_it_is_over() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\nposition setup dynasty\nd\nstop\nd").finish();
    talk.expect_in_order(&["kfen: x33a3ka3p22/", "bestmove ", "kfen: x33p3a3p23/"]);
}

#[test]
fn options_during_a_search_are_executed_in_their_order() {
    let talk = script("go depth 1\nsetoption name UCI_Variant value khet1\nposition startpos\nd");
    assert!(talk.printed.contains("kfen: 4tktp22/"), "{}", talk.printed);
}

#[test]
fn a_plan_has_the_settings() {
    let mut talk = Talk::prepared();
    talk.say("setoption name Threads value 3\nsetoption name MultiPV value 2\nsetoption name Move Overhead value 5");
    talk.say(
        "setoption name UCI_Elo value 900\nsetoption name UCI_ShowWDL value true\nsetoption name Draw Plies value 7",
    );
    talk.say("setoption name UCI_LimitStrength value true\nisready");
    assert!(matches!(talk.plan(), Plan::Upkeep(Upkeep::Prepare, 3)), "threads are prepared");
    talk.finish().say("isready\nposition startpos moves h2g2\ngo depth 3");
    let Plan::Search(plan) = talk.plan() else { panic!("a search") };
    let SearchPlan { game, limits, settings, threads: 3, shows_wdl: true, .. } = &**plan else { panic!("{plan:?}") };
    assert_eq!((game.moves().len(), limits.depth, settings.multipv), (1, Some(depth(3)), 2));
    assert_eq!((settings.draw_plies, settings.move_overhead), (Some(7), Duration::from_millis(5)));
    assert_eq!(settings.strength, Some(Elo::new(900)));
    talk.expect("readyok\nreadyok");
}

#[test]
fn a_second_go_is_refused_but_not_after_a_stop() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\ngo depth 1\ngo perft 1\nstop\ngo depth 1\ngo depth 1").finish_all();
    assert_eq!((talk.printed.matches("info string go refused").count(), talk.best_moves()), (3, 2));
}

#[test]
fn a_stop_and_a_ponderhit_apply_to_a_pending_search() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\nstop\ngo infinite\nposition setup isis\nstop\ngo ponder depth 1\nponderhit").finish();
    assert!(talk.stopped, "the second search");
    talk.finish();
    assert!(!talk.stopped && matches!(talk.plan(), Plan::Search(plan) if !plan.limits.ponder));
    talk.finish();
    assert_eq!((talk.best_moves(), talk.hit), (3, false));
}

#[test]
fn an_early_answer_waits_for_its_stop_or_ponderhit() {
    for (go, end) in [("go infinite", "stop"), ("go ponder depth 1", "ponderhit"), ("go infinite ponder", "quit")] {
        let mut talk = Talk::prepared();
        talk.say(go)
            .finish()
            .say("isready\nflip\ngo depth 1")
            .expect("readyok\ninfo string go refused: a search is running; stop it first");
        talk.say(end).say("d");
        assert_eq!(talk.best_moves(), 1, "{go}");
    }
    let mut talk = Talk::prepared();
    talk.say("go infinite").finish().give(Input::Eof);
    assert!(talk.best_moves() == 1 && talk.is_over);
}

#[test]
fn inputs_from_ended_jobs_are_ignored() {
    let mut talk = Talk::prepared();
    talk.say("go depth 1");
    let first = talk.number();
    talk.give(Input::Report(first, "info depth 1".to_owned())).finish().say("go depth 1");
    talk.give(Input::Report(first, "late".to_owned()))
        .give(Input::Finished(first, JobEnd::NoResult("late".to_owned())));
    talk.give(Input::CouldNotStart(first, "late".to_owned()));
    talk.give(Input::NetworkRead(Err("late".to_owned()))).finish();
    assert!(!talk.printed.contains("late"), "{}", talk.printed);
    assert_eq!(talk.best_moves(), 2);
}

#[test]
fn perfts_wait_for_each_other() {
    let mut talk = Talk::prepared();
    talk.say("go perft 2\nposition setup imhotep\ngo perft 3\ngo perft 0").finish();
    assert!(matches!(talk.plan(), Plan::Perft { depth: 3, position, .. } if position.legal_moves().len() == 73));
    talk.finish_all().expect("nodes of depth 2\nnodes of depth 3\nnodes of depth 0");
}

#[test]
fn a_long_perft_is_stopped() {
    let mut talk = Talk::prepared();
    talk.say("go perft 9\nstop\nisready").finish().expect("readyok\ninfo string the count was stopped");
}

#[test]
fn commands_during_a_clear_are_executed_after_it_in_their_order() {
    let mut talk = Talk::begin();
    talk.say("ucinewgame\nposition setup isis\ngo infinite\nisready").expect("");
    assert!(matches!(talk.plan(), Plan::Upkeep(Upkeep::Clear, 1)));
    talk.finish().expect("readyok");
    talk.say("d\nstop").finish();
    talk.expect_in_order(&["readyok", "kfen: x35a3kp21/", "bestmove "]);
}

#[test]
fn the_clock_of_a_search_runs_from_the_arrival_of_go_even_if_it_is_pending() {
    fn since(talk: &Talk) -> Instant {
        let Plan::Search(plan) = talk.plan() else { panic!("no search runs") };
        plan.since
    }
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let send = |talk: &mut Talk, line: &str, seconds| _ = talk.give(Input::Line(line.into(), at(seconds)));
    let mut talk = Talk::prepared();
    send(&mut talk, "go movetime 100", 1);
    assert_eq!(since(&talk), at(1));
    for (number, line) in ["stop", "position startpos moves h2g2", "go movetime 100"].into_iter().enumerate() {
        send(&mut talk, line, 2 + number as u64);
    }
    talk.finish();
    assert_eq!(since(&talk), at(4));
    talk.finish();
    // The move is pondered until the ponderhit, and the time after that counts.
    for (number, line) in ["ucinewgame", "go ponder movetime 100", "ponderhit"].into_iter().enumerate() {
        send(&mut talk, line, 5 + number as u64);
    }
    talk.finish();
    assert_eq!(since(&talk), at(7));
}

#[test]
fn the_restoring_commands_give_another_session_the_same_game_and_settings() {
    let lines = "setoption name MultiPV value 3\nsetoption name Move Overhead value 25\n\
        setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1234\n\
        setoption name UCI_ShowWDL value true\nsetoption name Draw Plies value 40\n\
        setoption name Threads value 2\nsetoption name UCI_Variant value khet1\n\
        position kfen x39/4k5/////4K5/9X1 s khet2 5 7 moves j1- a8-\ndebug on";
    let mut talk = Talk::prepared();
    talk.say(lines).expect("");
    let commands = talk.session.restoring_commands();
    for expected in lines.lines() {
        assert!(commands.lines().any(|line| line == expected), "{expected}: {commands}");
    }
    let mut other = Talk::begin();
    other.say(&commands).expect("");
    assert_eq!(other.session.restoring_commands(), commands);
    assert_eq!(other.session.game().keys(), talk.session.game().keys());
    // Every option that `uci` prints is restored, but for those of the engine and those without an effect.
    let others = ["Hash", "Ponder", "Clear Hash", "EvalFile"];
    for row in options::all().map(|row| row.to_string()) {
        let name = row.trim_start_matches("option name ").split(" type ").next().expect("a name");
        let is_tuned = cfg!(feature = "tuning") && !commands.contains(name);
        let restored = commands.contains(&format!("setoption name {name} value "));
        assert_eq!(restored, !others.contains(&name) && !is_tuned, "{name}");
    }
}

#[test]
fn only_accepted_commands_change_what_is_restored() {
    let mut talk = Talk::prepared();
    talk.say("position startpos moves h2g2\nsetoption name MultiPV value 2");
    let (commands, changes) = (talk.session.restoring_commands(), talk.session.changes());
    talk.say("go infinite\nposition startpos moves z9\nsetoption name Hash value 7\nsetoption name MultiPV value x");
    assert_eq!(talk.session.last_settled_line(), 4, "isready, position, setoption and go");
    talk.say("stop").finish();
    assert_eq!(talk.session.last_settled_line(), 5, "the work on the memory of the table has not ended");
    talk.end(JobEnd::Upkeep(Err("no memory".to_owned())));
    assert_eq!(talk.session.last_settled_line(), 8);
    assert_eq!((talk.session.restoring_commands(), talk.session.changes()), (commands, changes));
    talk.say("setoption name Hash value 7").finish();
    assert!(talk.session.changes() > changes, "the driver restores the size of the table");
}

#[test]
fn a_stop_during_a_clear_applies_to_the_pending_search() {
    for begin in ["ucinewgame", "isready", "setoption name Hash value 3", "setoption name clear hash"] {
        let mut talk = Talk::begin();
        talk.say(&format!("{begin}\ngo infinite\nstop\ngo infinite\nstop"));
        assert!(!talk.stopped, "the work is still needed");
        talk.finish_all();
        assert_eq!((talk.best_moves(), talk.printed.matches("info string").count()), (2, 0), "{}", talk.printed);
    }
}

#[test]
fn a_network_is_read_before_the_search_and_a_bad_one_changes_nothing() {
    let mut talk = Talk::prepared();
    talk.say("eval");
    let table = std::mem::take(&mut talk.printed);
    talk.say("setoption name EvalFile value x.net\nstop\nisready\ngo depth 1\nisready");
    assert_eq!((talk.reads.take(), talk.job.is_none()), (Some(Some(PathBuf::from("x.net"))), true));
    talk.give(Input::NetworkRead(Err("no such file".to_owned()))).finish().say("eval");
    talk.expect_in_order(&[
        "stop: no",
        "EvalFile: no such file; the old evaluation stays",
        "readyok",
        "readyok",
        "best",
    ]);
    assert!(talk.printed.ends_with(&table));
    talk.say("setoption name EvalFile\nquit");
    assert_eq!((talk.reads.take(), talk.is_over), (Some(None), false));
    talk.give(Input::NetworkRead(Ok(network::embedded())));
    assert!(talk.is_over, "work on the table is left out");
    let mut talk = Talk::prepared();
    talk.say("setoption name EvalFile\ngo depth 1").reads = None;
    talk.give(Input::NetworkRead(Ok(network::embedded())));
    assert!(matches!(talk.plan(), Plan::Upkeep(Upkeep::Network(_), 1)));
    assert_eq!(talk.finish_all().best_moves(), 1);
}

#[test]
fn a_size_without_memory_is_refused() {
    let mut talk = Talk::prepared();
    talk.say("setoption name Hash value 65536").end(JobEnd::Upkeep(Err("no memory".to_owned())));
    talk.say("isready").expect("info string no memory; the old value stays\nreadyok");
}

#[test]
fn isready_after_a_stop_is_answered_after_the_pending_commands() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\nstop\nsetoption name Hash value 65537\nucinewgame\nisready").finish_all();
    talk.expect_in_order(&["bestmove", "setoption refused", "readyok"]);
}

#[test]
fn every_isready_is_answered_once() {
    let mut talk = Talk::begin();
    talk.say("isready\nisready\nucinewgame\nisready\nsetoption name threads value 2\nisready").finish_all();
    talk.expect("readyok\nreadyok\nreadyok\nreadyok");
}

#[test]
fn quit_answers_every_pending_search_in_its_position() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\nposition kfen x39//////9K/k8X1 s moves j1-\nstop\ngo\nposition startpos\nstop\ngo ponder");
    talk.say("quit\nd\nisready").finish_all();
    let answers = talk.printed.lines().filter(|line| line.starts_with("bestmove"));
    let finished: Vec<bool> = answers.map(|line| line == "bestmove (none)").collect();
    assert_eq!((finished, talk.is_over), (vec![false, true, false], true), "{}", talk.printed);
}

#[test]
fn quit_executes_pending_options_and_leaves_out_work_on_the_table() {
    let mut talk = Talk::prepared();
    talk.say("debug on\ngo infinite\nsetoption name Hash value 2\nsetoption name UCI_ShowWDL value true\nucinewgame");
    talk.say("setoption name clear hash\nstop\ngo\nisready\nquit").finish_all();
    talk.expect_in_order(&["bestmove", "info string ShowWdl(true)", "readyok"]);
    assert!(!talk.printed.contains("Hash") && talk.best_moves() == 2, "{}", talk.printed);
}

#[test]
fn quit_leaves_a_running_clear_unfinished_and_answers_the_search_after_it() {
    let mut talk = Talk::begin();
    assert!(talk.say("ucinewgame\ngo infinite\nquit").stopped);
    // The move is not searched, since a search would fill the table's memory. It is reported.
    assert!(talk.finish().is_over && talk.best_moves() == 1, "{}", talk.printed);
    let (report, best) = talk.printed.split_once("\nbestmove ").expect("an answer");
    let reported = report.strip_prefix("info depth 1 ").and_then(|line| Some((line.split_once(" pv ")?.1, line)));
    assert!(reported.is_some_and(|(mv, line)| mv == best.trim_end() && line.contains(" nodes 0 ")), "{}", talk.printed);
}

#[test]
fn quit_lets_a_short_count_finish_and_stops_a_long_one_and_all_after_it() {
    let mut talk = Talk::prepared();
    assert!(talk.say("go perft 2\nquit").has_timer && !talk.stopped);
    talk.finish().expect("nodes of depth 2");
    let mut talk = Talk::prepared();
    talk.say("bench 60\ngo perft 1\nbench 1\nposition setup isis\ngo\nquit").give(Input::TimerExpired);
    assert!(talk.stopped);
    talk.finish();
    assert!(talk.is_over && talk.best_moves() == 1 && talk.printed.lines().count() == 3, "{}", talk.printed);
}

#[test]
fn without_a_search_a_win_is_played_among_the_moves_to_search_and_reported() {
    for (go, answers) in [
        ("go", [" score mate 1 ", " pv j1-", "bestmove j1-"]),
        ("go searchmoves j1-", [" score mate 1 ", " pv j1-", "bestmove j1-"]),
        ("go searchmoves e3e4", [" score cp ", " pv e3e4", "bestmove e3e4"]),
    ] {
        for starts in [true, false] {
            let mut talk = Talk::prepared();
            talk.say("position kfen x39/////4K5//4k4X1 s khet2").say(go);
            if starts {
                talk.end(JobEnd::Panicked("no light".to_owned()));
            } else {
                let (number, _) = talk.job.take().expect("a job");
                talk.give(Input::CouldNotStart(number, "no room".to_owned()));
            }
            talk.expect_in_order(&answers);
        }
    }
}

#[test]
fn without_a_thread_or_after_a_panic_any_move_is_played() {
    let mut talk = Talk::prepared();
    talk.say("go depth 1");
    let (number, _) = talk.job.take().expect("a job");
    talk.give(Input::CouldNotStart(number, "no room".to_owned())).say("go depth 1\ngo perft 2\nstop\ngo perft 2");
    talk.end(JobEnd::Panicked("no light".to_owned()));
    let (number, _) = talk.job.take().expect("a job");
    talk.give(Input::CouldNotStart(number, "no room".to_owned())).say("isready");
    talk.expect_in_order(&["no room", "bestmove ", "internal error: no light", "readyok"]);
    assert_eq!((talk.best_moves(), talk.printed.matches("no room").count()), (2, 2), "{}", talk.printed);
}

#[test]
fn a_session_ends_if_an_answer_cannot_be_printed() {
    let mut talk = Talk::prepared();
    talk.say("go infinite\nucinewgame\nstop\ngo").give(Input::OutputFailed).finish();
    assert!(talk.is_over && talk.best_moves() == 1);
    assert!(Talk::prepared().give(Input::OutputFailed).is_over);
}

#[test]
fn a_refused_position_changes_nothing() {
    let talk = script(
        "position setup dynasty\nposition setup pyramid\nposition kfen 8 s\nposition startpos moves h2+ h2+\nposition\nd",
    );
    assert_eq!(talk.printed.matches("info string position refused: ").count(), 4, "{}", talk.printed);
    talk.expect_in_order(&["position refused: move 2 `h2+`: ", "kfen: x33p3a3p23/"]);
}

#[test]
fn a_search_with_an_unreadable_limit_has_depth_1() {
    for go in ["go depth -1", "go searchmoves a1a2", "go movetime soon"] {
        let mut talk = Talk::prepared();
        talk.say(go);
        assert!(matches!(talk.plan(), Plan::Search(plan) if plan.limits.depth == Some(depth(1))), "{go}");
        assert!(talk.printed.starts_with("info string ") && talk.printed.lines().count() == 1, "{}", talk.printed);
    }
}

#[test]
fn nonsense_is_named_and_ignored() {
    let lines = "\nhello world\nstop\nponderhit\nsetoption name Hash value 0\nsetoption name Foo\ndebug maybe";
    let mut talk = script(lines);
    assert_eq!(talk.printed.matches("info string ").count(), 6, "{}", talk.printed);
    assert!(talk.printed.lines().count() == 6 && talk.printed.contains("`hello`"));
    talk = Talk::prepared();
    talk.give(Input::LineTooLong(5_000_000)).expect("info string a line of 5000000 bytes was skipped");
}

const FINISHED: &str = "position kfen x39//////9K/k8X1 s moves j1-";

#[test]
fn a_byte_order_mark_before_the_first_line_is_skipped() {
    let mut talk = Talk::begin();
    talk.say("\u{feff}position setup dynasty\nd");
    talk.expect_in_order(&["kfen: x33p3a3p23/"]);
    assert!(!talk.printed.contains("info string "), "{}", talk.printed);
    talk.printed.clear();
    assert!(talk.say("\u{feff}d").printed.starts_with("info string unknown command"), "{}", talk.printed);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let talk = script("position kfen x39///////k8X1 s");
    assert!(talk.printed.contains("refused"), "a set-up without a Pharaoh is not a position");
    let talk = script(&format!("{FINISHED}\ngo depth 1\nmoves\nd\n{FINISHED} a8+"));
    assert!(talk.printed.starts_with("bestmove (none)\ntotal 0\n"));
    talk.expect_in_order(&["result: 1-0", "move 2 `a8+`: the game is over"]);
}

#[test]
fn a_go_in_a_finished_game_ends_as_it_would_in_a_running_one() {
    const NONE: &str = "bestmove (none)";
    for (go, ends) in [
        ("go depth 3", ""),
        ("go nodes 5 searchmoves a8+", ""),
        ("go movetime 1000000", ""),
        ("go wtime 1000000 btime 1000000", ""),
        ("go mate 1", ""),
        ("go", "stop"),
        ("go searchmoves a8+", "stop"),
        ("go infinite", "stop"),
        ("go depth 1 infinite", "stop"),
        ("go ponder", "stop"),
        ("go ponder", "ponderhit"),
        ("go ponder depth 1", "stop"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("go ponder infinite\nponderhit", "stop"),
        ("go infinite", "quit"),
        ("go ponder", "quit"),
    ] {
        let mut talk = Talk::prepared();
        talk.say(&format!("{FINISHED}\n{go}"));
        if !ends.is_empty() {
            talk.say("isready\ngo depth 1\nmoves");
            talk.expect("readyok\ninfo string go refused: a search is running; stop it first\ntotal 0");
            talk.printed.clear();
            talk.say(ends);
        }
        talk.expect(NONE);
        assert!(talk.job.is_none() && talk.is_over == (ends == "quit"), "{go}: the engine does nothing");
        // The same while the `go` waits for other work.
        let mut talk = Talk::prepared();
        talk.say(&format!("{FINISHED}\nucinewgame\n{go}")).finish();
        talk.expect(if ends.is_empty() { NONE } else { "" });
        let mut talk = Talk::prepared();
        talk.say(&format!("{FINISHED}\nucinewgame\n{go}\n{ends}")).finish_all();
        talk.expect(NONE);
    }
    let mut talk = Talk::prepared();
    talk.say(&format!("{FINISHED}\ngo deep\ngo infinite deep\nposition startpos\nstop\nmoves"));
    talk.expect_in_order(&["no such limit\nbestmove (none)\ninfo string `deep`: no such limit\nbestmove", "total "]);
}

#[test]
fn a_flip_has_no_history() {
    script("position startpos moves h2+ a8- h2- a8+ h2+\nflip\nd").expect_in_order(&["to move: silver", "occurred: 1"]);
}

/// Lines of a random conversation. A `#` stands for the number of the line.
const LINES: [&str; 24] = [
    "go nodes #",
    "go nodes #",
    "go nodes # infinite",
    "go nodes # ponder",
    "go nodes # searchmoves h2+ c1-",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "isready",
    "ucinewgame",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name EvalFile",
    "position setup isis",
    "position startpos moves h2g2",
    "position setup nowhere",
    "flip",
    "d",
    "go perft 2",
    "bench 1",
    "debug on",
    "nonsense",
    "",
];

/// A random conversation with the session, and the answers that it must print.
struct Chance {
    talk: Talk,
    random: Random,
    /// The node limits of the searches that were accepted and have not ended, in order. They identify the searches.
    asked: Vec<u64>,
    /// The best moves in their order; `None` is any move.
    best: Vec<Option<Move>>,
    ready: usize,
}

impl Chance {
    fn line(&mut self, number: u64) {
        let line = LINES[self.random.below(LINES.len())].replace('#', &number.to_string());
        let refused = |talk: &Talk| talk.printed.matches("go refused").count();
        let before = refused(&self.talk);
        // A `go` has an answer, unless it is refused. Then it is removed below.
        if line.starts_with("go nodes") {
            self.asked.push(number);
        }
        self.ready += usize::from(line == "isready");
        self.talk.say(&line);
        if line.starts_with("go nodes") && refused(&self.talk) > before {
            self.asked.pop();
        }
    }

    /// Ends the reading of a network, if one is read, and the running job, if there is one. Each ends in a random way.
    fn end(&mut self) {
        if self.talk.reads.take().is_some() {
            let network = if self.random.below(3) == 0 { Err("faulty".to_owned()) } else { Ok(network::embedded()) };
            self.talk.give(Input::NetworkRead(network));
        }
        let Some((number, plan)) = self.talk.job.clone() else { return };
        let way = self.random.below(10);
        if let Plan::Search(plan) = &plan {
            let SearchPlan { game, limits, .. } = &**plan;
            assert_eq!(limits.nodes.map(NonZero::get), Some(self.asked.remove(0)), "searches start in their order");
            let moves = game.position().legal_moves();
            let best = moves.get(self.random.below(moves.len())).copied();
            self.best.push(best.filter(|_| way > 1));
            if way > 1 {
                let waits = !self.talk.stopped && (limits.infinite || limits.ponder && !self.talk.hit);
                let before = self.talk.best_moves();
                self.talk.end(JobEnd::Found(BestMove { best, ponder: None }));
                assert_eq!(self.talk.best_moves() == before, waits, "{}", self.talk.printed);
                return;
            }
        }
        match way {
            0 => _ = self.talk.end(JobEnd::Panicked("by chance".to_owned())),
            1 if !matches!(plan, Plan::Upkeep(..)) => {
                self.talk.job = None;
                self.talk.give(Input::CouldNotStart(number, "by chance".to_owned()));
            }
            _ => _ = self.talk.finish(),
        }
    }

    /// Sends late inputs from jobs that have ended. The session must ignore them.
    fn disturb(&mut self) {
        let number = self.random.below(self.talk.session.number as usize) as u64;
        self.talk.give(Input::Report(number, "late".to_owned()));
        self.talk.give(Input::Finished(number, JobEnd::NoResult("late".to_owned())));
    }
}

#[test]
fn random_conversations_are_answered_in_order() {
    for seed in 0..2000 {
        let random = Random::seed_from_u64(seed);
        let mut chance = Chance { talk: Talk::begin(), random, asked: Vec::new(), best: Vec::new(), ready: 0 };
        for number in 1..=40 {
            match chance.random.below(5) {
                0 => chance.end(),
                1 => chance.disturb(),
                _ => chance.line(number),
            }
        }
        let (fails, last) = match chance.random.below(3) {
            0 => (false, Input::Line(b"quit".to_vec(), Instant::now())),
            1 => (false, Input::Eof),
            _ => (true, Input::OutputFailed),
        };
        chance.talk.give(last);
        while !chance.talk.is_over {
            if chance.random.below(8) == 0 && chance.talk.has_timer {
                chance.talk.give(Input::TimerExpired);
            }
            chance.end();
        }
        let printed = &chance.talk.printed;
        assert!(!printed.contains("late"), "seed {seed}: {printed}");
        let ready = printed.lines().filter(|line| *line == "readyok").count();
        assert!(fails || ready == chance.ready, "seed {seed}: {printed}");
        let answers: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        // After `quit`, a `go` is answered without a search. Its number is still in `asked`.
        assert!(fails || answers.len() == chance.best.len() + chance.asked.len(), "seed {seed}: {printed}");
        for (answer, best) in answers.iter().zip(&chance.best) {
            assert!(best.is_none_or(|best| best.to_string() == *answer), "seed {seed}: {printed}");
        }
    }
}
