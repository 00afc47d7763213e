//! A school day: which lesson when? Rules of several kinds, and the slot to fill is chosen anew at every node.
//!
//! `cargo run -p tremaux-examples --bin timetable`

use tremaux::{Bits, Problem, Search, Stats};

const HOURS: u32 = 5;
const CLASSES: [&str; 3] = ["1a", "1b", "2a"];

/// What is to be taught: the class, the subject, its teacher.
const LESSONS: [(&str, &str, &str); 14] = [
    ("1a", "maths", "Gauss"),
    ("1a", "physics", "Curie"),
    ("1a", "sport", "Owens"),
    ("1a", "music", "Bach"),
    ("1a", "history", "Zinn"),
    ("1b", "maths", "Gauss"),
    ("1b", "physics", "Curie"),
    ("1b", "chemistry", "Curie"),
    ("1b", "sport", "Owens"),
    ("2a", "maths", "Noether"),
    ("2a", "physics", "Noether"),
    ("2a", "chemistry", "Curie"),
    ("2a", "music", "Bach"),
    ("2a", "history", "Zinn"),
];

/// The hours, each a bit, in which a lesson may be at all: Bach teaches in the first two only, Noether leaves before the
/// last, and there is no sport before the third.
fn possible_hours(lesson: usize) -> u16 {
    let (_, subject, teacher) = LESSONS[lesson];
    let teacher_is_there = match teacher {
        "Bach" => 0b00011,
        "Noether" => 0b01111,
        _ => 0b11111,
    };
    if subject == "sport" { teacher_is_there & 0b11100 } else { teacher_is_there }
}

/// Whether two lessons cannot be at the same hour: they share the class, the teacher, or the one laboratory.
fn clash(one: usize, other: usize) -> bool {
    let needs_laboratory = |subject| matches!(subject, "physics" | "chemistry");
    let ((class, subject, teacher), (class_2, subject_2, teacher_2)) = (LESSONS[one], LESSONS[other]);
    class == class_2 || teacher == teacher_2 || (needs_laboratory(subject) && needs_laboratory(subject_2))
}

/// A timetable so far. A slot is a lesson; a choice is that lesson with an hour.
#[derive(Clone, Debug, Default, PartialEq)]
struct Timetable {
    /// The hour of each lesson as a bit, 0 while it is open. The hours of the lessons it clashes with are its marks.
    hours: [u16; LESSONS.len()],
}

impl Timetable {
    fn free_hours(&self, lesson: usize) -> u16 {
        let clashing = (0..LESSONS.len()).filter(|&other| clash(lesson, other));
        clashing.fold(possible_hours(lesson), |free, other| free & !self.hours[other])
    }
}

impl Problem for Timetable {
    /// With the lesson in it, because `unplace` must know which one to take back.
    type Choice = (usize, u16);
    type Choices = std::iter::Zip<std::iter::Repeat<usize>, Bits<u16>>;
    type Solution = [u16; LESSONS.len()];

    /// The open lesson with the fewest hours left is the next slot: where there is none, we learn it at once.
    fn choices(&self) -> Option<Self::Choices> {
        let open = (0..LESSONS.len()).filter(|&lesson| self.hours[lesson] == 0);
        let lesson = open.min_by_key(|&lesson| self.free_hours(lesson).count_ones())?;
        Some(std::iter::repeat(lesson).zip(Bits(self.free_hours(lesson))))
    }

    fn place(&mut self, (lesson, hour): (usize, u16)) {
        self.hours[lesson] = hour;
    }

    fn unplace(&mut self, (lesson, _): (usize, u16)) {
        self.hours[lesson] = 0;
    }

    fn solution(&self) -> Self::Solution {
        self.hours
    }
}

fn print(hours: &[u16; LESSONS.len()]) {
    println!("hour  {}", CLASSES.map(|class| format!("{class:<20}")).concat().trim_end());
    for hour in 0..HOURS {
        let lesson_of = |class| {
            let here = |lesson: &usize| LESSONS[*lesson].0 == class && hours[*lesson] == 1 << hour;
            let lesson = (0..LESSONS.len()).find(here).map(|lesson| LESSONS[lesson]);
            lesson.map_or("-".to_string(), |(_, subject, teacher)| format!("{subject} ({teacher})"))
        };
        let row = CLASSES.map(|class| format!("{:<20}", lesson_of(class))).concat();
        println!("{:<6}{}", hour + 1, row.trim_end());
    }
}

fn main() {
    let mut search = Search::new(Timetable::default()).observe(Stats::default());
    let timetables = search.all();
    println!("{} timetables, {} nodes. The first:", timetables.len(), search.observer().calls);
    timetables.first().iter().for_each(|first| print(first));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        tremaux::testkit::check_problem(Timetable::default(), u64::MAX).unwrap();
    }

    /// The same lessons in their order, each pair compared: no marks, and no slot is chosen.
    fn by_hand(hours: &mut Vec<u16>) -> usize {
        let lesson = hours.len();
        if lesson == LESSONS.len() {
            return 1;
        }
        let mut found = 0;
        for hour in (0..HOURS).map(|hour| 1 << hour).filter(|hour| possible_hours(lesson) & hour != 0) {
            if (0..lesson).all(|other| hours[other] != hour || !clash(lesson, other)) {
                hours.push(hour);
                found += by_hand(hours);
                hours.pop();
            }
        }
        found
    }

    #[test]
    fn agrees_with_a_search_by_hand() {
        assert_eq!(Search::new(Timetable::default()).count(), by_hand(&mut Vec::new()) as u64);
    }
}
