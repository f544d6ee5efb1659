//! The page in a real browser: Chromium without a window, driven by WebDriver, plays games as people do.
//!
//! Elements are found by their role and accessible name alone, as a screen reader finds them.
#![cfg(target_os = "linux")]

mod browser;
#[path = "../clean_room/mod.rs"]
mod clean_room;
mod driver;
mod edit;
mod games;
mod hand;
mod keeping;
mod layout;
mod links;
mod names;
mod page;
mod panels;
mod players;
mod reviews;
mod roles;
#[allow(dead_code)]
#[path = "../serve/server.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;
