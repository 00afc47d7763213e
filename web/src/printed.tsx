// What is printed on a grid beside its regions: lines, cages with their labels, signs between squares.

import { Component } from "preact";
import type { Square } from "./data";
import type { Scene } from "./search";

type Point = [x: number, y: number];

/** How far inside its squares the outline of a cage runs, as a part of their side. */
const INSET = 0.07;
/** The size of labels and signs. */
const SMALL = 0.24;

interface Props {
    scene: Scene;
    /** The side of a cell. */
    side: number;
}

/** Drawn again only when it, or the part of the grid that is shown, is another. */
export class Printed extends Component<Props> {
    shouldComponentUpdate({ scene }: Props) {
        const { scene: now } = this.props;
        return scene.backdrop !== now.backdrop || scene.grid !== now.grid;
    }

    render({ scene: { grid, backdrop }, side }: Props) {
        if (!grid || !backdrop) return null;
        const { cages = [], signs = [], lines = [] } = backdrop;
        const isShown = ([row, column]: Square) =>
            row >= grid.top && row < grid.top + grid.rows && column >= grid.left && column < grid.left + grid.columns;
        const corner = ([row, column]: Square): Point => [(column - grid.left) * side, (row - grid.top) * side];
        const middle = (square: Square): Point => corner(square).map((at) => at + side / 2) as Point;
        const joined = (squares: Square[]) => `M${squares.filter(isShown).map(middle).join("L")}`;
        const isApart = ([one, other]: [Square, Square, string]) =>
            Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) !== 1;
        const shownSigns = signs.filter(([one, other]) => isShown(one) && isShown(other));
        const labelled = cages.filter(([squares, label]) => label !== "" && isShown(squares[0]));
        const small = SMALL * side;
        return (
            <g class="printed">
                <path class="line" d={[...lines, ...shownSigns.filter(isApart).map(([one, other]) => [one, other])].map(joined).join("")} />
                <path class="cage" d={cages.map(([squares]) => outline(squares, isShown, corner, side)).join("")} />
                {labelled.map(([squares, label]) => {
                    const [x, y] = corner(squares[0]);
                    return (
                        <g key={squares[0]}>
                            <rect x={x + 1.5} y={y + 1.5} width={0.62 * small * label.length + 2} height={small + 1} />
                            <text class="label" x={x + 2.5} y={y + 2 + small / 2} font-size={small}>
                                {label}
                            </text>
                        </g>
                    );
                })}
                {shownSigns.map(([one, other, text]) => {
                    const [[x, y], [toX, toY]] = [middle(one), middle(other)];
                    const [atX, atY] = [(x + toX) / 2, (y + toY) / 2];
                    return (
                        <g key={`${one}-${other}`}>
                            <circle cx={atX} cy={atY} r={0.75 * small} />
                            <text class="sign" x={atX} y={atY} font-size={1.5 * small}>
                                {text}
                            </text>
                        </g>
                    );
                })}
            </g>
        );
    }
}

/** The sides of the squares of a cage that it ends at, a little inside it. */
function outline(squares: Square[], isShown: (square: Square) => boolean, corner: (square: Square) => Point, side: number) {
    const inset = INSET * side;
    const [low, high] = [inset, side - inset];
    const inside = new Set(squares.map(String));
    let path = "";
    for (const [row, column] of squares.filter(isShown)) {
        const [left, top] = corner([row, column]);
        const isIn = (down: number, right: number) => inside.has(`${row + down},${column + right}`);
        // Where the cage goes on beside the square, so does the line; around a corner of the cage, a little further.
        const reach = (beside: boolean, diagonal: boolean) => (beside ? (diagonal ? 2 : 1) * inset : 0);
        for (const [down, y] of [
            [-1, low],
            [1, high],
        ]) {
            if (isIn(down, 0)) continue;
            const [before, after] = [-1, 1].map((beside) => reach(isIn(0, beside), isIn(down, beside)));
            path += `M${left + low - before} ${top + y}H${left + high + after}`;
        }
        for (const [right, x] of [
            [-1, low],
            [1, high],
        ]) {
            if (isIn(0, right)) continue;
            const [before, after] = [-1, 1].map((beside) => reach(isIn(beside, 0), isIn(beside, right)));
            path += `M${left + x} ${top + low - before}V${top + high + after}`;
        }
    }
    return path;
}
