//! The program `khepri`.
use khepri::rules::*;
use khepri::search::*;
struct P;
impl Observer for P {
    fn iteration(&mut self, i: &Info) {
        println!("d {} sd {} {} n {} t {:?} nps {:.2}M h {} pv {:?}", i.depth.0, i.seldepth, i.score, i.nodes, i.time, i.nodes as f64 / i.time.as_secs_f64() / 1e6, i.hashfull, i.pv);
    }
    fn current_move(&mut self, _: Move, _: usize) {}
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let depth: u32 = a[2].parse().unwrap();
    let p = Position::try_from(khepri::notation::kfen::read(&a[1]).unwrap()).unwrap();
    if a.get(3).is_some_and(|x| x == "search") {
        let mut s = Searcher::new(&Settings { hash_mib: 64, threads: a.get(4).map_or(1, |x| x.parse().unwrap()) }).unwrap();
        println!("{}", khepri::eval::explain(&p));
        let l = Limits { depth: Some(Depth(depth as u8)), ..Default::default() };
        println!("{:?}", s.search(&Game::new(p), &l, &SearchSettings::default(), &Signals::default(), &mut P));
        return;
    }
    let bulk = a.get(3).is_some_and(|x| x == "bulk");
    let t = std::time::Instant::now();
    let st = perft::perft(&p, depth, &perft::Options { bulk, ..Default::default() }).unwrap();
    let e = t.elapsed().as_secs_f64();
    println!("{} {} {} {:x} {:.3}s {:.1}M", st.nodes, st.hits, st.ends, st.keys, e, st.nodes as f64 / e / 1e6);
}
