//! A thousand creatures look around, on several threads. Each thread has an engine of its own.

use std::thread;

use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, VisibleSet};

fn main() {
    let map = OpacityMap::from_fn((200, 120), |cell| (cell.x * 7 + cell.y * 13) % 11 == 0);
    let eyes: Vec<IVec2> = (0..1_000)
        .map(|i| IVec2::new(i * 17 % 200, i * 31 % 120))
        .collect();
    let look = |eyes: &[IVec2]| -> Vec<VisibleSet> {
        let mut fov = FieldOfView::new();
        let sight = Sight::default().with_radius(8);
        eyes.iter().map(|eye| fov.view(&map, *eye, sight)).collect()
    };
    let views: Vec<VisibleSet> = thread::scope(|scope| {
        let threads = eyes
            .chunks(eyes.len().div_ceil(4))
            .map(|eyes| scope.spawn(move || look(eyes)));
        let threads: Vec<_> = threads.collect();
        let views = threads
            .into_iter()
            .map(|thread| thread.join().expect("no view panics"));
        views.flatten().collect()
    });
    let all = views
        .iter()
        .fold(VisibleSet::new(), |all, view| &all | view);
    let cells: usize = views.iter().map(VisibleSet::len).sum();
    println!(
        "{} views show {cells} cells, {} of them different.",
        views.len(),
        all.len()
    );
}
