//! Reviews of several games in parallel ([`pool`]), and their results as a [table] and as [HTML](html).

pub mod html;
pub mod pool;
pub mod table;

#[cfg(test)]
mod tests {
    use khepri_engine::Signals;
    use khepri_engine::internal::search::Searcher;
    use khepri_protocol::review::Review;
    use khepri_protocol::review::game::review;
    use khepri_rules::kgn::{Reader, Record};

    /// Reads the game of a text.
    pub fn read(text: &str) -> Record {
        Reader::new(text.as_bytes()).next().expect("a game").expect("no fault")
    }

    /// Reviews a game with few nodes.
    pub fn review_of(record: &Record) -> Review {
        let mut searcher = Searcher::new(1, 1).expect("memory");
        review(record, &mut searcher, 2000, &Signals::default(), &|| {}).expect("it is not stopped")
    }
}
