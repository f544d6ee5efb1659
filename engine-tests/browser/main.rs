//! The page in a real browser: headless Chromium, driven by its DevTools protocol, uses it as people do.
//!
//! Tests find controls by their role and accessible name, as a screen reader does. They find drawings, such as beams and graphs,
//! and a few lists by selectors.
#![cfg(target_os = "linux")]

mod accessibility;
mod addresses;
mod ahead;
mod browser;
mod contrast;
mod devtools;
mod drags;
mod edit;
mod editions;
mod elements;
mod embedding;
mod files;
mod friends;
mod games;
mod input;
mod languages;
mod layout;
mod lessons;
mod library;
mod links;
mod loading;
mod mistakes;
mod names;
mod notes;
mod offline;
mod page;
mod panels;
mod pictures;
mod players;
mod puzzles;
mod reach;
mod reviews;
#[allow(dead_code)]
#[path = "../serve/server.rs"]
mod server;
mod site;
mod sizes;
mod storage;
#[path = "../support/mod.rs"]
mod support;
mod tempo;
mod turned;

use khepri_second::clean_room;
