//! Seats: the number of pages and programs that use engines at a time. All engines of a page need one seat.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The largest number of engines of one page: two players, the analysis, and searches for hints, results and reviews.
pub const PAGE_ENGINES: usize = 6;

/// The seats of one kind.
#[derive(Debug)]
pub struct Seats {
    limit: usize,
    taken: Mutex<Taken>,
}

/// The seats that are taken.
#[derive(Default, Debug)]
struct Taken {
    /// The number of engines of each page that has any.
    pages: HashMap<String, usize>,
    /// The number of WebSockets that belong to no page.
    single: usize,
}

/// The reason why there is no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSeat {
    /// All seats are taken, this number.
    Full(usize),
    /// The page has [`PAGE_ENGINES`].
    TooMany,
}

/// A seat for an engine. It is free again when this is dropped.
#[derive(Debug)]
pub struct Seat {
    seats: Arc<Seats>,
    page: Option<String>,
}

impl Seats {
    /// Returns this number of free seats.
    pub fn new(limit: usize) -> Arc<Seats> {
        Arc::new(Seats { limit, taken: Mutex::default() })
    }

    /// Takes a seat, or one more place on the seat of a page.
    ///
    /// # Errors
    /// There is none.
    pub fn take(self: &Arc<Seats>, page: Option<String>) -> Result<Seat, NoSeat> {
        let mut taken = self.lock();
        let known = page.as_ref().is_some_and(|page| taken.pages.contains_key(page));
        if !known && taken.pages.len() + taken.single >= self.limit {
            return Err(NoSeat::Full(self.limit));
        }
        match &page {
            Some(page) => {
                let engines = taken.pages.entry(page.clone()).or_default();
                if *engines >= PAGE_ENGINES {
                    return Err(NoSeat::TooMany);
                }
                *engines += 1;
            }
            None => taken.single += 1,
        }
        Ok(Seat { seats: Arc::clone(self), page })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.lock();
        match &self.page {
            None => taken.single -= 1,
            Some(page) => {
                if let Some(engines) = taken.pages.get_mut(page) {
                    *engines -= 1;
                }
                taken.pages.retain(|_, engines| *engines > 0);
            }
        }
    }
}
