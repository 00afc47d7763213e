// A scene as SVG. What a cell is is told by its shape as well as by its colour.

import { Component } from "preact";
import { Printed } from "./printed";
import type { Cell, Scene } from "./search";

/** The side of a cell of a grid. */
const SIDE = 40;
const QUEEN = "M8 14 14 22 20 9 26 22 32 14 29 28H11ZM11 30H29V33H11Z";
/** How marks strike a cell through, by the character that stands for each in the data. */
const STROKES: Record<string, string> = {
    "|": "M.5.12V.88",
    "-": "M.12.5H.88",
    "\\": "M.18.18.82.82",
    "/": "M.18.82.82.18",
};

export function StrokeOf({
    symbol,
    x = 0,
    y = 0,
    width,
    height,
}: {
    symbol: string;
    x?: number;
    y?: number;
    width: number;
    height: number;
}) {
    const place = `translate(${x} ${y}) scale(${width} ${height})`;
    if (symbol in STROKES)
        return <path class="stroke" d={STROKES[symbol]} transform={place} vector-effect="non-scaling-stroke" />;
    return <circle class="dot" cx={x + 0.84 * width} cy={y + 0.16 * height} r={0.09 * Math.min(width, height)} />;
}

interface CellProps {
    cell: Cell;
    strokes: string;
    /** The tint of its region. */
    tint: number | undefined;
    x: number;
    y: number;
    width: number;
    height: number;
}

/** Drawn again only when the cell is another. */
class CellView extends Component<CellProps> {
    shouldComponentUpdate(next: CellProps) {
        const now = this.props;
        return (
            next.cell !== now.cell ||
            next.strokes !== now.strokes ||
            next.tint !== now.tint ||
            next.x !== now.x ||
            next.y !== now.y ||
            next.width !== now.width
        );
    }

    render({ cell, strokes, tint, x, y, width, height }: CellProps) {
        return (
            <g class={`cell ${cell.role}${tint === undefined ? "" : ` tinted tint-${tint}`}`}>
                <rect class="ground" x={x} y={y} width={width} height={height} />
                {cell.role === "wall" && <rect fill="url(#hatch)" x={x} y={y} width={width} height={height} />}
                {[...strokes].map((symbol) => (
                    <StrokeOf symbol={symbol} x={x} y={y} width={width} height={height} />
                ))}
                <Content cell={cell} x={x} y={y} width={width} height={height} />
                {cell.role === "undone" && (
                    <rect class="undoing" x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx="4" />
                )}
            </g>
        );
    }
}

function Content({ cell: { text, role }, x, y, width, height }: Omit<CellProps, "strokes" | "tint">) {
    if (text === "♛")
        return <path class="ink" d={QUEEN} transform={`translate(${x} ${y}) scale(${width / SIDE})`} />;
    if (text !== "") {
        const size = Math.min(0.56 * height, (0.86 * width) / (0.62 * [...text].length));
        return (
            <text class="ink" x={x + width / 2} y={y + height / 2} font-size={size}>
                {text}
            </text>
        );
    }
    if (role === "dead") {
        return (
            <path
                class="cross"
                d={`M${x + 0.28 * width} ${y + 0.28 * height}l${0.44 * width} ${0.44 * height}m0 ${-0.44 * height}l${-0.44 * width} ${0.44 * height}`}
            />
        );
    }
    if (["path", "placed", "standing", "undone"].includes(role)) {
        return <circle class="ink" cx={x + width / 2} cy={y + height / 2} r={0.2 * Math.min(width, height)} />;
    }
    return null;
}

/** How the cells lie: how many are in a row, and how large they are. */
function layout(scene: Scene) {
    if (scene.grid) return { columns: scene.grid.columns, rows: scene.grid.rows, width: SIDE, height: SIDE };
    const longest = Math.max(2, ...scene.cells.map((cell) => [...cell.text].length));
    const width = Math.min(40 + 11 * (longest - 2), 400);
    const columns = Math.max(1, Math.min(12, Math.floor(440 / width)));
    return { columns, rows: Math.max(1, Math.ceil(scene.cells.length / columns)), width, height: SIDE };
}

export function Board({ scene, strokes, label }: { scene: Scene; strokes: string[]; label: string }) {
    const { columns, rows, width, height } = layout(scene);
    const symbols = scene.marks.slice(0, 32).map((mark) => strokes[mark[2]]);
    const struck = (by: number) => (by === 0 ? "" : symbols.filter((_, bit) => by & (1 << bit)).join(""));
    const corner = (index: number): [number, number] => [
        (index % columns) * width,
        Math.floor(index / columns) * height,
    ];
    const focus = scene.focus === undefined ? undefined : scene.cells[scene.focus];
    const [focusX, focusY] = corner(scene.focus ?? 0);
    const tintOf = ({ region }: Cell) => (region > 0 ? scene.backdrop?.tints?.[region - 1] : undefined);
    const shown = scene.grid ? columns : Math.min(columns, Math.max(scene.cells.length, 1));
    return (
        <svg
            class="board"
            viewBox={`-2 -2 ${shown * width + 4} ${rows * height + 4}`}
            role="img"
            aria-label={label}
            style={{
                "--aspect": `${(shown * width + 4) / (rows * height + 4)}`,
                maxWidth: `${Math.max(1.6 * shown * width, 120)}px`,
            }}
        >
            <defs>
                <pattern
                    id="hatch"
                    width="7"
                    height="7"
                    patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)"
                >
                    <path d="M0 0V7" class="hatch" />
                </pattern>
            </defs>
            {scene.cells.map((cell, index) => {
                const [x, y] = corner(index);
                return (
                    <CellView
                        key={index}
                        cell={cell}
                        strokes={struck(cell.by)}
                        tint={tintOf(cell)}
                        x={x}
                        y={y}
                        width={width}
                        height={height}
                    />
                );
            })}
            <path class="thin" d={lines(scene, columns, width, height, false)} />
            <path class="heavy" d={lines(scene, columns, width, height, true)} />
            <Printed scene={scene} side={SIDE} />
            {focus && <rect class={`focus ${focus.role}`} x={focusX} y={focusY} width={width} height={height} />}
        </svg>
    );
}

/** The borders of cells: those between unlike regions and around everything, or the others. */
function lines({ cells }: Scene, columns: number, width: number, height: number, heavy: boolean): string {
    let path = "";
    cells.forEach(({ region }, index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        const [x, y] = [column * width, row * height];
        const right = column + 1 < columns ? cells[index + 1] : undefined;
        const below = cells[index + columns];
        if ((right?.region !== region) === heavy) path += `M${x + width} ${y}v${height}`;
        if ((below?.region !== region) === heavy) path += `M${x} ${y + height}h${width}`;
        if (heavy && row === 0) path += `M${x} ${y}h${width}`;
        if (heavy && column === 0) path += `M${x} ${y}v${height}`;
    });
    return path;
}
