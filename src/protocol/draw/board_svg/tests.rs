//! Tests of the structure of pictures. The pictures in the documentation are compared byte for byte.

use super::*;
use khepri_rules::{Move, Piece, Position};
use std::collections::HashSet;
use std::path::Path;

fn position(kfen: &str) -> Position {
    kfen.parse::<Position>().expect("a position")
}

/// The pictures of the documentation: name, position, and the colours whose beams are drawn.
const PICTURES: [(&str, &str, &[Colour]); 7] = [
    (
        "classic",
        "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1",
        &[Colour::Silver],
    ),
    ("pyramid", "x34k4/4p15///4P14P3///4K4X1 s khet2 0 1", &[Colour::Silver]),
    ("scarab", "x34k4//1P22P35//1P12S14P3//4a35/5K3X1 s khet2 0 1", &[Colour::Silver]),
    ("anubis", "x34k4///p14A14/4a24P3///4K4X1 s khet2 0 1", &Colour::ALL),
    ("eye", "x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1", &[Colour::Silver]),
    ("stack", "5k4////4t4P3///3TK1O3 s khet1 0 1", &[Colour::Silver]),
    ("swap", "x34k4///4p35/4S24P3///5K3X1 s khet2 0 1", &[Colour::Silver]),
];

fn picture(name: &str) -> String {
    let (_, kfen, lasers) = PICTURES.into_iter().find(|(other, ..)| *other == name).expect("a picture");
    render(&Scene::with_lasers(&position(kfen), lasers), PieceSet::Khet)
}

/// A position with all kinds of pieces of Khet 2.0, for the pictures of the sets.
const ALL_KINDS: &str = "x33a3ka3p22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";

/// Rewrites the pictures if `KHEPRI_BLESS` is 1.
#[test]
fn the_pictures_of_the_documentation_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    if !folder.is_dir() {
        // A package of its own has no documentation.
        return;
    }
    let scene = Scene::with_lasers(&position(ALL_KINDS), &[Colour::Silver]);
    let sets = [PieceSet::Laser, PieceSet::Plain].map(|set| (set.name(), render(&scene, set)));
    for (name, drawn) in PICTURES.into_iter().map(|(name, ..)| (name, picture(name))).chain(sets) {
        let file = folder.join(name).with_extension("svg");
        if std::env::var_os("KHEPRI_BLESS").is_some_and(|bless| bless == "1") {
            std::fs::write(&file, &drawn).expect("a writable folder");
        }
        let kept = std::fs::read_to_string(&file).expect("a committed picture");
        assert!(kept == drawn, "docs/pictures/{name}.svg is stale: run the tests with KHEPRI_BLESS=1");
    }
}

/// Checks that tags nest and attributes are quoted.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((text, tail)) = rest.split_once('<') {
        assert!(!text.contains(['>', '&']), "loose text {text:?}");
        let (tag, tail) = tail.split_once('>').expect("an end of the tag");
        rest = tail;
        assert!(!tag.contains(['<', '&']) && tag.matches('"').count() % 2 == 0, "tag {tag:?}");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
        let names = tag.split('"').step_by(2).filter_map(|part| part.trim().strip_suffix('='));
        let names = names.map(|name| name.rsplit(' ').next().expect("a name")).collect::<Vec<_>>();
        assert!(names.iter().collect::<HashSet<_>>().len() == names.len(), "tag {tag:?}");
    }
    assert_eq!((open.as_slice(), rest.trim()), ([].as_slice(), ""));
}

/// Returns the squares that are marked as hit.
fn marked(svg: &str) -> Vec<&str> {
    svg.split(r#"id="hit-"#).skip(1).filter_map(|text| text.get(..2)).collect()
}

/// Returns the path of a colour's beam, leg by leg.
fn legs(svg: &str, laser: Colour) -> Vec<String> {
    let (_, beam) = svg.split_once(&format!(r#"class="beam {}""#, laser.name())).expect("a beam");
    let (path, _) = beam.split_once(r#"<path d="M"#).and_then(|(_, path)| path.split_once('"')).expect("a path");
    path.split('M').map(str::to_owned).collect()
}

#[test]
fn every_picture_is_well_formed_and_self_contained() {
    let setups = khepri_rules::setups::all().iter().flat_map(|named| {
        let scene = Scene::with_lasers(&named.position, &Colour::ALL);
        PieceSet::ALL.map(|set| render(&scene, set))
    });
    for svg in PICTURES.iter().map(|(name, ..)| picture(name)).chain(setups) {
        assert_well_formed(&svg);
        assert!(svg.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg""#) && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("href") && !svg.contains("<style") && !svg.contains("url(") && !svg.contains('{'));
    }
}

#[test]
fn each_set_has_a_drawing_of_its_own_for_every_piece_and_laser() {
    let mut drawings = HashSet::new();
    let mut draw = |set: PieceSet, draw: &dyn Fn(&mut Drawing)| {
        let mut drawing = Drawing { text: String::new() };
        draw(&mut drawing);
        assert!(
            drawing.text.trim().starts_with('<') && !drawing.text.contains('{'),
            "{}: {}",
            set.name(),
            drawing.text
        );
        assert!(drawings.insert(drawing.text.clone()), "{} has twice: {}", set.name(), drawing.text);
    };
    for set in PieceSet::ALL {
        for piece in Piece::all() {
            draw(set, &|drawing| set.draw(drawing, piece));
        }
        for colour in Colour::ALL {
            draw(set, &|drawing| set.draw_frame_laser(drawing, colour));
        }
    }
}

#[test]
fn hits_are_marked_on_their_squares() {
    for (name, squares) in [
        ("classic", [].as_slice()),
        ("pyramid", &["e7"]),
        ("scarab", &["e2"]),
        ("anubis", &["f5"]),
        ("eye", &["c4", "f7"]),
        ("stack", &["e4"]),
        ("swap", &[]),
    ] {
        assert_eq!(marked(&picture(name)), squares, "{name}");
    }
}

#[test]
fn beams_bend_at_the_centres_of_the_mirrors() {
    let centre = |square| {
        let (x, y) = place(Point::centre(square));
        format!("{x},{y}")
    };
    let pyramid = legs(&picture("pyramid"), Colour::Silver);
    assert_eq!(pyramid.len(), 3);
    assert!(pyramid[0].ends_with(&format!("L{}", centre(Square::J4))));
    assert_eq!(pyramid[1], format!("{}L{}", centre(Square::J4), centre(Square::E4)));
    assert!(pyramid[2].starts_with(&format!("{}L", centre(Square::E4))));
    for (name, silver) in [("classic", 5), ("scarab", 7), ("anubis", 2), ("eye", 4), ("stack", 2), ("swap", 3)] {
        assert_eq!(legs(&picture(name), Colour::Silver).len(), silver, "{name}");
    }
    assert_eq!(legs(&picture("anubis"), Colour::Red).len(), 2);
}

#[test]
fn a_shot_that_ends_the_game_and_the_board_after_it() {
    let mut board = position("x39////4k4P3///4K4X1 s khet2");
    let step = Move::step(Square::E1, Square::E2);
    let shot = render(&Scene::of_move(&board, step).expect("a legal move"), PieceSet::Khet);
    assert_eq!(marked(&shot), ["e4"]);
    let head = "<title>Khet, the shot of silver</title>\n<desc>x39////4k4P3//4K5/9X1</desc>\n";
    assert!(shot.contains(head), "{shot}");
    board.play(step).expect("a legal move");
    let after = render(&Scene::of(&board), PieceSet::Khet);
    assert!(marked(&after).is_empty());
    let head = "<title>Khet, red to move</title>\n<desc>x39////9P3//4K5/9X1 r khet2 0 1</desc>\n";
    assert!(after.contains(head), "{after}");
    assert_eq!((shot.matches("Pharaoh").count(), after.matches("Pharaoh").count()), (2, 1));
    assert_well_formed(&after);
}
