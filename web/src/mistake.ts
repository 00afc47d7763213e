// What happens in a program with a mistake and beside it, in words.

import type { Ended, Mistake, Side } from "./data";

/** What happened at a step. */
export function happened(side: Side | null): string {
    if (side === null) return "it has ended";
    const { event, choice, mark } = side;
    return `${event}${choice === null ? "" : ` ${choice}`}${mark === null ? "" : `: ${mark}`}`;
}

/** How a program ends. */
export function ended({ complete, stats, fault }: Ended): string {
    const many = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
    const counted = [many(stats.solutions, "solution"), many(stats.calls, "call"), many(stats.dead_ends, "dead end")].join(", ");
    if (fault !== null) return `It breaks after ${counted}: ${fault}.`;
    return complete ? `It ends with ${counted}.` : `More than ${counted}: stopped there.`;
}

/** Where the programs part. */
export function parting({ step, same_for }: Mistake): string {
    if (step !== null) return `They part at step ${step.toLocaleString("en")}.`;
    if (same_for !== null) return `In the first ${same_for.toLocaleString("en")} steps they do not part.`;
    return "On this input they never part.";
}

/** What is different of the programs: what was saved, at the step and at the end, and what is left of the board. */
export function differences({ right, wrong, right_ends, wrong_ends }: Mistake) {
    return {
        saved: right !== null && wrong !== null && right.saved !== wrong.saved,
        savedAtEnd: right_ends.saved !== wrong_ends.saved && right_ends.saved !== "",
        left:
            wrong_ends.fault === null &&
            JSON.stringify(right_ends.scene.cells) !== JSON.stringify(wrong_ends.scene.cells),
    };
}
