// Moving through a search: what is to be seen after any step, at a cost that does not grow with the step.

import type { Backdrop, Data, Kind, Mark, SceneChange } from "./data";

export interface Cell {
    readonly text: string;
    readonly role: string;
    readonly by: number;
    readonly region: number;
}

export interface Scene {
    /** Rows, columns and the place of the first cell; `null` where the cells are a list. */
    grid: { top: number; left: number; rows: number; columns: number; of: [number, number] } | null;
    cells: Cell[];
    marks: Mark[];
    focus: number | undefined;
    backdrop: Backdrop | undefined;
}

/** How a node of the tree looks at a step. */
export type Look = "choice" | "dead" | "solution" | "open" | "failed";

export const QUANTITIES = ["calls", "tried", "rejected", "placed", "unplaced", "dead ends", "solutions"] as const;
/** Which of the quantities each kind of event adds to. */
const COUNTS: Record<Kind, number[]> = {
    enter: [0],
    reject: [1, 2],
    place: [1, 3],
    unplace: [4],
    "dead end": [5],
    solution: [6],
    leave: [],
};

const EMPTY: Scene = { grid: null, cells: [], marks: [], focus: undefined, backdrop: undefined };
const NOTHING: Cell = { text: "", role: "open", by: 0, region: 0 };
/** The distance of keyframes, where memory allows. */
const APART = 64;
/** The most cells kept in keyframes: of large scenes they lie further apart. */
const MOST_KEPT = 4_000_000;

export class Search {
    readonly steps: number;
    /** The steps at which a solution was recorded, and at which a dead end was met. */
    readonly solutions: number[];
    readonly deadEnds: number[];
    /** The roles that cells have in this search, in the order of the data. */
    readonly roles: string[];
    private readonly apart: number;
    /** The scene after step `index * apart`, as far as they were needed. */
    private readonly keyframes: Scene[] = [EMPTY];
    private readonly counts: number[][];
    private last: { step: number; scene: Scene };

    constructor(readonly data: Data) {
        this.steps = data.events.kind.length;
        this.solutions = this.stepsOf("solution");
        this.deadEnds = this.stepsOf("dead end");
        let cells = 1;
        const roles = new Set<number>();
        for (const scene of data.scenes) {
            for (const cell of scene?.cells ?? []) roles.add(cell[2] ?? 0);
            cells = Math.max(cells, scene?.grid ? scene.grid[2] * scene.grid[3] : (scene?.list ?? 0));
        }
        this.roles = data.roles.filter((_, role) => roles.has(role));
        this.apart = Math.max(APART, Math.ceil((this.steps * cells) / MOST_KEPT));
        this.counts = this.countAtKeyframes();
        this.last = { step: 0, scene: this.keyframes[0] };
    }

    kind(step: number): Kind {
        return this.data.kinds[this.data.events.kind[step - 1]][0];
    }

    /** The line of the method that runs. */
    line(step: number): number {
        return this.data.kinds[this.data.events.kind[step - 1]][1];
    }

    /** The name of the mark that rules the step's choice out. */
    mark(step: number): string | undefined {
        return this.data.marks[this.data.events.mark[step - 1]];
    }

    choice(step: number): string | undefined {
        return this.data.labels[this.data.events.choice[step - 1]];
    }

    /** The node whose state is seen after the step. */
    node(step: number): number {
        const node = this.data.events.node[step - 1];
        return this.kind(step) === "unplace" ? this.data.nodes.parent[node] : node;
    }

    depth(step: number): number {
        return this.data.nodes.depth[this.node(step)];
    }

    /** The choices placed after the step, from the root on. */
    path(step: number): string[] {
        const { parent, choice } = this.data.nodes;
        const path: string[] = [];
        for (let node = this.node(step); node >= 0 && choice[node] >= 0; node = parent[node]) {
            path.push(this.data.labels[choice[node]]);
        }
        return path.reverse();
    }

    /** What happened, in words. */
    caption(step: number): string {
        const kind = this.kind(step);
        const [choice, mark] = [this.choice(step), this.mark(step)];
        if (choice !== undefined) return mark === undefined ? `${kind} ${choice}` : `${kind} ${choice}: ${mark}`;
        return kind === "enter" ? `enter node ${this.data.nodes.number[this.node(step)]}` : kind;
    }

    /** Whether the programs of a mistake part at the step. */
    parts(step: number): boolean {
        return this.data.mistake?.step === step;
    }

    quantities(step: number): number[] {
        const frame = Math.floor(step / this.apart);
        const counts = [...this.counts[frame]];
        for (let at = frame * this.apart + 1; at <= step; at++) this.count(counts, at);
        return counts;
    }

    scene(step: number): Scene {
        const frame = Math.min(Math.floor(step / this.apart), this.keyframes.length - 1);
        const key = { step: frame * this.apart, scene: this.keyframes[frame] };
        let { step: at, scene } = this.last.step <= step && this.last.step >= key.step ? this.last : key;
        while (at < step) {
            at += 1;
            scene = apply(scene, this.data.scenes[at - 1], this.data.roles);
            if (at === this.keyframes.length * this.apart) this.keyframes.push(scene);
        }
        this.last = { step, scene };
        return scene;
    }

    /** The first step after `step` at which a node of this depth is entered. */
    reaching(depth: number, step: number): number | undefined {
        const { kind, node } = this.data.events;
        for (let at = step + 1; at <= this.steps; at++) {
            const enters = this.data.kinds[kind[at - 1]][0] === "enter";
            if (enters && this.data.nodes.depth[node[at - 1]] === depth) return at;
        }
        return undefined;
    }

    /** The first step after `step` at which this choice is placed. */
    placing(choice: string, step: number): number | undefined {
        for (let at = step + 1; at <= this.steps; at++) {
            if (this.kind(at) === "place" && this.choice(at) === choice) return at;
        }
        return undefined;
    }

    /** The step at which the node above that of `step` was entered; the first where that is not among the steps. */
    above(step: number): number {
        const { parent, entered } = this.data.nodes;
        const above = parent[this.node(step)];
        return above < 0 ? 1 : Math.max(1, entered[above]);
    }

    /** The step at which the node of `step` is left; the last where it is not. */
    leaving(step: number): number {
        const left = this.data.nodes.left[this.node(step)];
        return left < 0 ? this.steps : left;
    }

    private stepsOf(kind: Kind): number[] {
        const number = this.data.kinds.findIndex(([name]) => name === kind);
        const steps: number[] = [];
        this.data.events.kind.forEach((one, index) => one === number && steps.push(index + 1));
        return steps;
    }

    private count(counts: number[], step: number) {
        for (const quantity of COUNTS[this.kind(step)]) counts[quantity] += 1;
    }

    private countAtKeyframes(): number[][] {
        const counts = [...this.data.before];
        const keyframes = [[...counts]];
        for (let step = 1; step <= this.steps; step++) {
            this.count(counts, step);
            if (step % this.apart === 0) keyframes.push([...counts]);
        }
        return keyframes;
    }
}

/** A state that stands alone. */
export function alone(change: SceneChange, roles: string[]): Scene {
    return apply(EMPTY, change, roles);
}

/** The scene after a change; cells that stay are the same objects, so that only the others are drawn again. */
function apply(before: Scene, change: SceneChange | null, roles: string[]): Scene {
    if (!change) return before;
    let { grid, cells, marks } = before;
    if (change.grid) {
        const [top, left, rows, columns, ...of] = change.grid;
        grid = { top, left, rows, columns, of };
        cells = new Array<Cell>(rows * columns).fill(NOTHING);
    } else if (change.list !== undefined) {
        grid = null;
        cells = new Array<Cell>(change.list).fill(NOTHING);
    } else if (change.cells) {
        cells = [...cells];
    }
    for (const [index, text = "", role = 0, by = 0, region = 0] of change.cells ?? []) {
        cells[index] = { text, role: roles[role], by, region };
    }
    const backdrop = change.backdrop ?? before.backdrop;
    return { grid, cells, marks: change.marks ?? marks, focus: change.focus, backdrop };
}

/** How many of the rising numbers are below `limit`, or at most it. */
export function countBelow(numbers: ArrayLike<number>, limit: number, orAt = false): number {
    let [low, high] = [0, numbers.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] < limit || (orAt && numbers[middle] === limit)) low = middle + 1;
        else high = middle;
    }
    return low;
}
