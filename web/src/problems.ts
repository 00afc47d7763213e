// The problems as they are put together in the page: what is typed, what is drawn, and the arguments that come of it.

import type { Wanted } from "./api";

export interface Field {
    id: string;
    label: string;
    kind: "number" | "text" | "area" | "choice";
    initial: string;
    /** Of a choice: values and what they are called. */
    options?: [value: string, title: string][];
    hint?: string;
}

/** A piece that is drawn on a board: its character in the text, its name, its key. */
export interface Piece {
    character: string;
    name: string;
    /** What else stands for it in a text. */
    also?: string;
    key?: string;
    /** There is one at most. */
    single?: boolean;
    /** It is painted over square after square. */
    paints?: boolean;
    /** Of a region: which of the tints it has. */
    tint?: number;
}

/** Another way to draw the same board: what it begins with, and the rule that usually goes with it. */
export interface Otherwise {
    title: string;
    /** The first piece that is drawn. */
    tool: string;
    is: (rows: string[]) => boolean;
    begin: (rows: string[]) => string[];
    flag: string;
    hint: string;
}

export interface Drawing {
    /** The field that holds the board as text. */
    field: string;
    /** The first is what an empty square is. */
    pieces: (rows: string[]) => Piece[];
    /** The rows where the text is empty. */
    empty: (values: Values) => string[];
    /** The first piece that is drawn. */
    tool: string;
    /** How many columns and rows a box has. */
    box?: (size: number) => [columns: number, rows: number] | undefined;
    /** A board without pieces is no text at all. */
    clears: boolean;
    /** How it is called where there is another way. */
    title?: string;
    otherwise?: Otherwise;
}

export type Values = Record<string, string>;

export interface Kind {
    id: string;
    title: string;
    fields: Field[];
    flags: [flag: string, title: string][];
    drawing?: Drawing;
    mistakes: boolean;
    wanted: (values: Values, flags: string[]) => Wanted;
    /** The values after one field was changed, where another follows from it. */
    agreed?: (values: Values, changed: string) => Values;
}

const MOVES: Field = {
    id: "moves",
    label: "Moves",
    kind: "choice",
    initial: "four",
    options: [
        ["four", "down, left, right, up"],
        ["right-down", "right and down"],
        ["eight", "diagonals too"],
    ],
};

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");
const lineEnd = (text: string) => (text.endsWith("\n") ? text : `${text}\n`);

const EMPTY: Piece = { character: ".", name: "free", key: "." };
const QUEENS: Piece[] = [
    EMPTY,
    { character: "Q", name: "queen", key: "q" },
    { character: "#", name: "blocked", key: "#", paints: true },
];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** How many tints regions have: crates/tremaux-replay/src/palette.rs. */
const TINTS = 8;
/** The most rows of a board whose regions are drawn: each has a letter. */
const MOST_REGIONS = LETTERS.length;

const hasRegions = (rows: string[]) =>
    rows.every((row) => /^[A-Za-z]+$/.test(row)) && rows.some((row) => /[^Q]/.test(row));

/** The regions of a board by their characters, and more of them until there is one for every row. */
function regionsOf(rows: string[]): Piece[] {
    const known = [...new Set(rows.join(""))].sort();
    const more = LETTERS.filter((letter) => !known.includes(letter)).slice(0, Math.max(0, rows.length - known.length));
    return [...known, ...more].map((character, index) => ({
        character,
        name: `region ${character}`,
        key: character.toLowerCase(),
        paints: true,
        tint: index % TINTS,
    }));
}

const REGIONS: Otherwise = {
    title: "coloured regions",
    tool: "A",
    is: hasRegions,
    // A region for every row, to be painted over.
    begin: (rows) => rows.slice(0, MOST_REGIONS).map((_, row) => LETTERS[row].repeat(Math.min(rows.length, MOST_REGIONS))),
    flag: "no-touch",
    hint: "One queen in every region. Draw over squares to put them into a region.",
};

/** A board of queens has as many rows as are asked for; and as many are asked for as it has. */
function agreed(values: Values, changed: string): Values {
    const rows = values.board.trim() === "" ? undefined : rowsOf(QUEENS_BOARD, values);
    if (!rows) return values;
    if (changed === "board") return { ...values, size: String(rows.length) };
    const size = Math.floor(Number(values.size)) || 0;
    if (changed !== "size" || size < 1 || size > 30 || size === rows.length) return values;
    const resized = hasRegions(rows)
        ? REGIONS.begin(new Array<string>(size).fill(""))
        : Array.from({ length: size }, (_, row) => (rows[row] ?? "").padEnd(size, ".").slice(0, size));
    return { ...values, board: resized.every((row) => /^\.*$/.test(row)) ? "" : resized.join("\n") };
}

const QUEENS_BOARD: Drawing = {
    field: "board",
    title: "queens and blocked squares",
    pieces: (rows) => (hasRegions(rows) ? regionsOf(rows) : QUEENS),
    empty: ({ size }) => {
        const rows = Math.min(Math.max(Math.floor(Number(size)) || 0, 1), 30);
        return new Array<string>(rows).fill(".".repeat(rows));
    },
    tool: "Q",
    clears: true,
    otherwise: REGIONS,
};

const MAZE: Piece[] = [
    { character: ".", name: "open", also: " ", key: "." },
    { character: "#", name: "wall", key: "#", paints: true },
    { character: "S", name: "start", key: "s", single: true },
    { character: "E", name: "end", key: "e", single: true },
];
const MATRIX: Piece[] = [
    { character: "1", name: "open", key: "1" },
    { character: "0", name: "wall", key: "0", paints: true },
];
const DIGITS = "123456789ABCDEFGHIJKLMNOP";

/** The boxes of the usual sizes, as the command takes them unless told otherwise. */
const BOXES: Record<number, [columns: number, rows: number]> = {
    4: [2, 2],
    6: [3, 2],
    8: [4, 2],
    9: [3, 3],
    10: [5, 2],
    12: [4, 3],
    14: [7, 2],
    15: [5, 3],
    16: [4, 4],
};

export const KINDS: Kind[] = [
    {
        id: "queens",
        title: "Queens",
        fields: [
            { id: "size", label: "Rows", kind: "number", initial: "6" },
            {
                id: "board",
                label: "Board as text",
                kind: "area",
                initial: "",
                hint: "`.` free, `Q` a queen, `#` blocked, or a letter for the region of each square",
            },
        ],
        flags: [
            ["no-touch", "no two may touch"],
            ["torus", "the edges are joined"],
            ["shield", "a blocked square shields"],
        ],
        drawing: QUEENS_BOARD,
        agreed,
        mistakes: true,
        wanted: ({ size, board }, flags): Wanted =>
            board.trim() === ""
                ? { arguments: ["queens", size.trim(), ...flags], files: {} }
                : { arguments: ["queens", "board.txt", ...flags], files: { "board.txt": lineEnd(board) } },
    },
    {
        id: "sudoku",
        title: "Sudoku",
        fields: [
            {
                id: "puzzle",
                label: "Puzzle as text",
                kind: "area",
                initial: "306508400520000000087000031003010080900863005050090600130000250000000074005206300",
                hint: "in almost any format; `.` or `0` is open",
            },
            { id: "number", label: "Which puzzle of the file", kind: "number", initial: "1" },
        ],
        flags: [
            ["diagonal", "diagonals"],
            ["windoku", "windows"],
            ["anti-knight", "anti-knight"],
            ["anti-king", "anti-king"],
            ["non-consecutive", "non-consecutive"],
        ],
        drawing: {
            field: "puzzle",
            pieces: (rows) => [
                { character: ".", name: "open", also: "0_*", key: "." },
                ...[...DIGITS.slice(0, rows.length)].map((digit) => ({
                    character: digit,
                    name: digit,
                    key: digit.toLowerCase(),
                })),
            ],
            empty: () => new Array<string>(9).fill(".".repeat(9)),
            tool: "1",
            box: (size) => BOXES[size],
            clears: false,
        },
        mistakes: true,
        wanted: ({ puzzle, number }, flags) => ({
            arguments: ["sudoku", "puzzle.txt", ...flags],
            files: { "puzzle.txt": lineEnd(puzzle) },
            puzzle: Math.max(1, Math.floor(Number(number)) || 1),
        }),
    },
    {
        id: "maze",
        title: "Maze",
        fields: [
            {
                id: "maze",
                label: "Maze as text",
                kind: "area",
                initial: "#########\n#S..#...#\n#.#.#.#.#\n#.#...#.#\n#.###.#.#\n#...#..E#\n#########",
                hint: "`#` wall, `.` open, `S` and `E`; or a matrix of 1 and 0",
            },
            MOVES,
        ],
        flags: [["shortest", "only the shortest paths"]],
        drawing: {
            field: "maze",
            pieces: (rows) => (rows.every((row) => /^[01]+$/.test(row)) ? MATRIX : MAZE),
            empty: () => ["S....", ".....", ".....", ".....", "....E"],
            tool: "#",
            clears: false,
        },
        mistakes: true,
        wanted: ({ maze, moves }, flags) => ({
            arguments: ["maze", "maze.txt", "--moves", moves, ...flags],
            files: { "maze.txt": lineEnd(maze) },
        }),
    },
    {
        id: "paths",
        title: "Lattice paths",
        fields: [
            { id: "x", label: "East", kind: "number", initial: "2" },
            { id: "y", label: "North", kind: "number", initial: "2" },
            { id: "steps", label: "Steps, in order", kind: "text", initial: "N,NE,E" },
        ],
        flags: [],
        mistakes: false,
        wanted: ({ x, y, steps }) => ({ arguments: ["paths", x.trim(), y.trim(), "--steps", steps], files: {} }),
    },
    {
        id: "words",
        title: "Word search",
        fields: [
            { id: "grid", label: "Letters", kind: "area", initial: "CATS\nORAE\nDEAR\nTSTA", hint: "rows of letters" },
            { id: "word", label: "Word", kind: "text", initial: "CARED" },
            MOVES,
        ],
        flags: [["ignore-case", "upper and lower case are the same"]],
        mistakes: false,
        wanted: ({ grid, word, moves }, flags) => ({
            arguments: ["words", "--moves", moves, ...flags, "--", "grid.txt", ...words(word)],
            files: { "grid.txt": lineEnd(grid) },
        }),
    },
    {
        id: "parens",
        title: "Parentheses",
        fields: [{ id: "pairs", label: "Pairs", kind: "number", initial: "3" }],
        flags: [],
        mistakes: false,
        wanted: ({ pairs }) => ({ arguments: ["parens", pairs.trim()], files: {} }),
    },
    {
        id: "permutations",
        title: "Permutations",
        fields: [{ id: "items", label: "Items", kind: "text", initial: "a b c", hint: "apart by spaces" }],
        flags: [],
        mistakes: false,
        wanted: ({ items }) => ({ arguments: ["permutations", "--", ...words(items)], files: {} }),
    },
];

export const kindOf = (id: string | null): Kind => KINDS.find((kind) => kind.id === id) ?? KINDS[0];

/** What is asked. */
export const QUESTIONS: [question: string, title: string][] = [
    ["first", "one solution, step by step"],
    ["all", "every solution, step by step"],
    ["count", "how many there are"],
    ["tree", "the whole tree at a glance"],
    ["mistakes", "the usual mistakes"],
];

/** The most characters and squares of a board that is drawn by hand. */
const DRAWN = 40;

/** The rows of a board that can be drawn on; nothing where the text is another kind of input. */
export function rowsOf(drawing: Drawing, values: Values): string[] | undefined {
    const text = values[drawing.field];
    if (text.trim() === "") return drawing.empty(values);
    let rows = text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");
    const flat = rows.length === 1 ? rows[0].trim() : "";
    const side = Math.sqrt(flat.length);
    if (drawing.box && Number.isInteger(side) && side >= 4) {
        rows = Array.from({ length: side }, (_, row) => flat.slice(row * side, (row + 1) * side));
    }
    if (rows.every((row) => /^\s*[01](\s+[01])*\s*$/.test(row))) rows = rows.map((row) => row.replace(/\s/g, ""));
    const known = drawing.pieces(rows).map(({ character, also }) => character + (also ?? "")).join("");
    const fits =
        rows.length <= DRAWN &&
        rows[0].length <= DRAWN &&
        rows.every((row) => row.length === rows[0].length && [...row].every((one) => known.includes(one))) &&
        (!drawing.box || drawing.box(rows.length) !== undefined);
    return fits ? rows : undefined;
}
