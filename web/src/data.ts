// The data of a player as it is written: docs/player-data.md describes it.

export type Kind = "enter" | "reject" | "place" | "solution" | "dead end" | "unplace" | "leave";

/** A cell that changes: index, text, role, marks as bits, region; zeros and an empty text at its end are left out. */
export type CellChange = [index: number, text?: string, role?: number, by?: number, region?: number];
/** Name, title, stroke (its place among the strokes), members. */
export type Mark = [name: string, title: string, stroke: number, members: string[]];

export interface SceneChange {
    grid?: [top: number, left: number, rows: number, columns: number, allRows: number, allColumns: number];
    list?: number;
    cells?: CellChange[];
    marks?: Mark[];
    focus?: number;
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
}

/** Reads the data; throws where it is of another shape or version. */
export function parse(text: string): Data {
    const data = JSON.parse(text) as Data;
    if (data.schema !== "tremaux-player" || data.version !== 1) {
        throw new Error(`expected tremaux-player, version 1, found ${data.schema}, version ${data.version}`);
    }
    return data;
}
