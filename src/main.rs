//! The program `khepri`.
use khepri::rules::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let depth: u32 = a[2].parse().unwrap();
    let f: Vec<&str> = a[1].split(' ').collect();
    let rs = RuleSet::from_name(f[2]).unwrap();
    let mut s = Setup::empty(rs);
    for (r, row) in f[0].split('/').enumerate() {
        let cs: Vec<char> = row.chars().collect();
        let (mut i, mut file) = (0, 0);
        while i < cs.len() {
            let c = cs[i];
            i += 1;
            if let Some(d) = c.to_digit(10) {
                file += d as u8;
                continue;
            }
            let k = Kind::from_letter(c.to_ascii_lowercase()).unwrap();
            let mut o = Orientation::FIRST;
            if matches!(k, Kind::Pyramid | Kind::Anubis | Kind::Sphinx | Kind::Scarab | Kind::Eye) {
                o = Orientation::from_digit(cs[i] as u8 - b'0').unwrap();
                i += 1;
            }
            let col = if c.is_uppercase() { Colour::Silver } else { Colour::Red };
            s.squares[Square::new(file, 7 - r as u8).unwrap().index()] = Some(Piece::new(col, k, o));
            file += 1;
        }
    }
    s.side_to_move = if f[1] == "s" { Colour::Silver } else { Colour::Red };
    let p = Position::try_from(s).unwrap();
    let bulk = a.get(3).is_some_and(|x| x == "bulk");
    let t = std::time::Instant::now();
    let st = perft::perft(&p, depth, &perft::Options { bulk, ..Default::default() }).unwrap();
    let e = t.elapsed().as_secs_f64();
    println!("{} {} {} {:x} {:.3}s {:.1}M", st.nodes, st.hits, st.ends, st.keys, e, st.nodes as f64 / e / 1e6);
}
