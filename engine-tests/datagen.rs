//! `khepri datagen` and `khepri data`: the files they write, read by a second reader that was written from
//! `docs/networks.md`, and their games played by the second rules; kills, full disks, files of others.

mod clean_room;
mod data_files;
mod support;
