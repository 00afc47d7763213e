// A board to draw on, by mouse, finger and keyboard; what is drawn is the text of the input.

import { useState } from "preact/hooks";
import type { App } from "./app";
import { rowsOf, type Drawing, type Piece } from "./problems";

const QUEEN = "M8 14 14 22 20 9 26 22 32 14 29 28H11ZM11 30H29V33H11Z";

/** What stands in a square, as it is drawn. */
function Mark({ piece }: { piece: Piece }) {
    if (piece.name === "queen")
        return (
            <svg viewBox="4 4 32 32" aria-hidden="true">
                <path d={QUEEN} />
            </svg>
        );
    const isGround = ["free", "open", "wall", "blocked"].includes(piece.name);
    return <span aria-hidden="true">{isGround ? "" : piece.character}</span>;
}

/** The keys that put something on a square. */
function keys(pieces: Piece[]): string {
    const all = pieces.map(({ key }) => key);
    return all.length > 4 ? `${all[0]} to ${all[all.length - 1]}` : all.join(", ");
}

/** The ways in which a board can be drawn, where there are two: another one begins with a board of its own. */
function Ways({ app, drawing, rows, begin }: { app: App; drawing: Drawing; rows: string[]; begin: (tool: string) => void }) {
    const { field, title, otherwise, tool } = drawing;
    if (!otherwise) return null;
    const isOther = otherwise.is(rows);
    const change = (other: boolean) => {
        app.set(field, other ? otherwise.begin(rows).join("\n") : "");
        if (app.flagsOf(app.kind).includes(otherwise.flag) !== other) app.toggle(otherwise.flag);
        begin(other ? otherwise.tool : tool);
    };
    return (
        <div class="ways" role="radiogroup" aria-label="What is drawn">
            {[false, true].map((other) => (
                <label class="flag" key={String(other)}>
                    <input type="radio" name="way" checked={isOther === other} onChange={() => change(other)} />
                    {other ? otherwise.title : title}
                </label>
            ))}
        </div>
    );
}

export function Editor({ app, drawing }: { app: App; drawing: Drawing }) {
    const values = app.valuesOf(app.kind);
    const rows = rowsOf(drawing, values);
    const pieces = drawing.pieces(rows ?? []);
    const [tool, setTool] = useState(drawing.tool);
    const [[atRow, atColumn], setAt] = useState([0, 0]);
    if (!rows) return <p class="hint">This input is not one that can be drawn: edit it as text.</p>;
    const isOther = drawing.otherwise?.is(rows) ?? false;
    // Regions cover the board: none of them is what an empty square is.
    const tools = isOther ? pieces : pieces.slice(1);
    const held = tools.find(({ character }) => character === tool) ?? tools[0] ?? pieces[0];
    const pieceAt = (row: number, column: number) => {
        const character = rows[row][column];
        return pieces.find((piece) => piece.character === character || piece.also?.includes(character)) ?? pieces[0];
    };
    const put = (row: number, column: number, piece: Piece) => {
        const cells = rows.map((line) => [...line]);
        if (piece.single)
            cells.forEach((line) =>
                line.forEach((one, at) => one === piece.character && (line[at] = pieces[0].character)),
            );
        cells[row][column] = piece.character;
        const text = cells.map((line) => line.join("")).join("\n");
        const isEmpty = drawing.clears && !isOther && cells.flat().every((one) => one === pieces[0].character);
        app.set(drawing.field, isEmpty ? "" : text);
    };
    /** The held piece, or none where it stands already. */
    const toggle = (row: number, column: number) =>
        put(row, column, pieceAt(row, column) === held && !isOther ? pieces[0] : held);
    const move = (event: KeyboardEvent, row: number, column: number) => {
        row = Math.min(Math.max(row, 0), rows.length - 1);
        column = Math.min(Math.max(column, 0), rows[0].length - 1);
        setAt([row, column]);
        const grid = (event.currentTarget as HTMLElement).closest("[role=grid]")!;
        (grid.children[row].children[column] as HTMLElement).focus();
    };
    const key = (event: KeyboardEvent, row: number, column: number) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const moves: Record<string, [number, number]> = {
            ArrowUp: [-1, 0],
            ArrowDown: [1, 0],
            ArrowLeft: [0, -1],
            ArrowRight: [0, 1],
        };
        const typed = pieces.find((piece) => piece.key === event.key.toLowerCase());
        if (event.key in moves) move(event, row + moves[event.key][0], column + moves[event.key][1]);
        else if (event.key === "Home") move(event, row, 0);
        else if (event.key === "End") move(event, row, rows[0].length - 1);
        else if (event.key === " " || event.key === "Enter") toggle(row, column);
        else if ((event.key === "Backspace" || event.key === "Delete") && !isOther) put(row, column, pieces[0]);
        else if (typed) put(row, column, typed);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const box = drawing.box?.(rows.length);
    /** Where a border runs: between boxes, and between regions. */
    const edges = (row: number, column: number) => {
        const isUnlike = (other: string | undefined) => isOther && other !== undefined && other !== rows[row][column];
        const left = box ? column % box[0] === 0 && column > 0 : isUnlike(rows[row][column - 1]);
        const top = box ? row % box[1] === 0 && row > 0 : isUnlike(rows[row - 1]?.[column]);
        return `${left ? " edge-left" : ""}${top ? " edge-top" : ""}`;
    };
    const look = ({ name, tint }: Piece) => {
        if (tint !== undefined) return `region tint-${tint}`;
        return name.length > 1 ? name : "given";
    };
    return (
        <div class="editor">
            <Ways app={app} drawing={drawing} rows={rows} begin={setTool} />
            <div class="tools" role="radiogroup" aria-label="What a click puts on a square">
                {tools.map((piece) => (
                    <label key={piece.character} title={piece.name}>
                        <input
                            type="radio"
                            name="tool"
                            checked={held === piece}
                            onChange={() => setTool(piece.character)}
                        />
                        {piece.tint === undefined ? (
                            <span class={piece.name.length > 1 ? "word" : ""}>{piece.name}</span>
                        ) : (
                            <span class={look(piece)}>
                                <span class="unseen">region </span>
                                {piece.character}
                            </span>
                        )}
                    </label>
                ))}
            </div>
            <div class="drawn" role="grid" aria-label="Board" style={{ "--columns": String(rows[0].length) }}>
                {rows.map((line, row) => (
                    <div role="row" key={row}>
                        {[...line].map((_, column) => {
                            const piece = pieceAt(row, column);
                            return (
                                <div
                                    key={column}
                                    role="gridcell"
                                    class={`square ${look(piece)}${edges(row, column)}`}
                                    tabIndex={row === Math.min(atRow, rows.length - 1) && column === Math.min(atColumn, line.length - 1) ? 0 : -1}
                                    aria-label={`row ${row}, column ${column}: ${piece.name}`}
                                    onPointerDown={(event) => {
                                        // So that a finger draws over more squares than the one it began on.
                                        event.currentTarget.releasePointerCapture?.(event.pointerId);
                                        setAt([row, column]);
                                        toggle(row, column);
                                    }}
                                    onPointerEnter={(event) =>
                                        event.buttons === 1 && held.paints && put(row, column, held)
                                    }
                                    onKeyDown={(event) => key(event, row, column)}
                                >
                                    <Mark piece={piece} />
                                </div>
                            );
                        })}
                    </div>
                ))}
            </div>
            <p class="hint">
                {isOther
                    ? `${drawing.otherwise!.hint} Or move by arrows, and press ${keys(tools)}.`
                    : `Click a square; or move by arrows, and press ${keys(tools)}, or delete.`}
            </p>
        </div>
    );
}
