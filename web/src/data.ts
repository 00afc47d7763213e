// The data of a player as it is written: docs/player-data.md describes it.

export type Kind = "enter" | "reject" | "place" | "solution" | "dead end" | "unplace" | "leave";

/** A cell that changes: index, text, role, marks as bits, region; zeros and an empty text at its end are left out. */
export type CellChange = [index: number, text?: string, role?: number, by?: number, region?: number];
/** Name, title, stroke (its place among the strokes), members. */
export type Mark = [name: string, title: string, stroke: number, members: string[]];

/** A square by its row and column in the whole grid. */
export type Square = [row: number, column: number];

/** What is printed on a grid. */
export interface Backdrop {
    /** The tint of each region, by its number less one. */
    tints?: number[];
    cages?: [squares: Square[], label: string][];
    signs?: [one: Square, other: Square, text: string][];
    lines?: Square[][];
}

export interface SceneChange {
    grid?: [top: number, left: number, rows: number, columns: number, allRows: number, allColumns: number];
    list?: number;
    cells?: CellChange[];
    marks?: Mark[];
    focus?: number;
    backdrop?: Backdrop;
}

/** A column of a table. */
export type Column = ArrayLike<number>;

/** The tree laid out; its columns are indexed by their place in it. */
export interface Tree {
    width: number;
    levels: number;
    node: Column;
    parent: Column;
    x: Column;
    failed: Column;
}

/** What is to be known of nodes to draw them. */
export interface Nodes {
    parent: Column;
    choice: Column;
    depth: Column;
    kind: Column;
    entered: Column;
    left: Column;
}

/** What one sees of a program at a step. */
export interface Side {
    event: string;
    choice: string | null;
    mark: string | null;
    saved: string | null;
    fault: string | null;
    scene: SceneChange;
}

/** How a program ends. */
export interface Ended {
    complete: boolean;
    stats: Record<string, number>;
    fault: string | null;
    saved: string | null;
    scene: SceneChange;
}

/** A program with a mistake beside the right one, as `serve` tells of it: docs/serve.md. */
export interface Mistake {
    name: string;
    right_line: string;
    wrong_line: string;
    leads_to: string;
    /** The step at which they part. */
    step: number | null;
    /** How many steps they make alike, where they were not run to their end. */
    same_for: number | null;
    /** Nothing of a program that ended before. */
    right: Side | null;
    wrong: Side | null;
    right_ends: Ended;
    wrong_ends: Ended;
}

export interface Data {
    schema: string;
    version: number;
    problem: string;
    input: unknown;
    method: string[];
    kinds: [name: Kind, line: number][];
    roles: string[];
    strokes: string[];
    labels: string[];
    marks: string[];
    before: number[];
    events: { kind: number[]; node: number[]; choice: number[]; mark: number[] };
    nodes: {
        number: number[];
        parent: number[];
        choice: number[];
        depth: number[];
        kind: number[];
        entered: number[];
        left: number[];
    };
    tree: Tree;
    folded: Tree;
    scenes: (SceneChange | null)[];
    end: string;
    /** From `serve`: the mistakes that can be played, and the one that is, up to where the programs part. */
    mistakes?: string[];
    mistake?: Mistake;
}

/** Reads the data; throws where it is of another shape or version. */
export function parse(text: string): Data {
    const data = JSON.parse(text) as Data;
    if (data.schema !== "tremaux-player" || data.version !== 1) {
        throw new Error(`expected tremaux-player, version 1, found ${data.schema}, version ${data.version}`);
    }
    return data;
}
