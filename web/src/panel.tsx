// What stands beside the board: the marks, the method with the line that runs, the quantities.

import type { Player } from "./player";
import { StrokeOf } from "./board";
import { QUANTITIES } from "./search";

export function Marks({ player }: { player: Player }) {
    const { data } = player.search;
    const marks = player.scene.value.marks.filter((mark) => mark[1] !== "");
    const ruling = player.search.mark(player.step.value);
    if (marks.length === 0) return null;
    return (
        <section class="marks" aria-labelledby="marks">
            <h2 id="marks">Marks</h2>
            <dl>
                {marks.map(([name, title, stroke, members]) => (
                    <div key={title} class={name === ruling ? "ruling" : ""}>
                        <dt>
                            <svg viewBox="0 0 16 16" aria-hidden="true">
                                {data.strokes[stroke] === ":" ? (
                                    <circle class="dot" cx="8" cy="8" r="3" />
                                ) : (
                                    <StrokeOf symbol={data.strokes[stroke]} width={16} height={16} />
                                )}
                            </svg>
                            {title}
                        </dt>
                        <dd>{`{${members.map((member) => member.replaceAll(" ", "\u00a0")).join(", ")}}`}</dd>
                    </div>
                ))}
            </dl>
        </section>
    );
}

export function Method({ player }: { player: Player }) {
    const runs = player.search.line(player.step.value);
    const kind = player.search.kind(player.step.value);
    return (
        <section class="method" aria-labelledby="method">
            <h2 id="method">Method</h2>
            <ol>
                {player.search.data.method.map((line, number) => (
                    <li
                        key={number}
                        class={number === runs ? `runs ${kind.replace(" ", "-")}` : ""}
                        aria-current={number === runs ? "step" : undefined}
                    >
                        {line}
                    </li>
                ))}
            </ol>
        </section>
    );
}

export function Quantities({ player }: { player: Player }) {
    const { search, step } = player;
    const path = search.path(step.value);
    return (
        <section class="quantities" aria-labelledby="quantities">
            <h2 id="quantities">Quantities so far</h2>
            <dl>
                <div>
                    <dt>depth</dt>
                    <dd>{search.depth(step.value)}</dd>
                </div>
                {QUANTITIES.map((name, index) => (
                    <div key={name}>
                        <dt>{name}</dt>
                        <dd>{player.quantities.value[index].toLocaleString("en")}</dd>
                    </div>
                ))}
            </dl>
            <p class="choices">
                <span>placed</span> {path.length === 0 ? "nothing" : path.slice(-24).join(" › ")}
            </p>
        </section>
    );
}

const EXPLAINED: Record<string, string> = {
    given: "given",
    placed: "placed now",
    standing: "placed before",
    attacked: "ruled out",
    undone: "taken back",
    wall: "wall",
    path: "path",
    dead: "dead end",
};

export function Legend({ player }: { player: Player }) {
    const roles = player.search.roles.filter((role) => role in EXPLAINED);
    return (
        <ul class="legend" aria-label="What the cells are">
            {roles.map((role) => (
                <li key={role}>
                    <svg viewBox="0 0 16 16" class={`cell ${role}`} aria-hidden="true">
                        <rect class="ground" width="16" height="16" />
                        {role === "wall" && <rect fill="url(#hatch)" width="16" height="16" />}
                        {["placed", "standing", "undone", "path"].includes(role) && (
                            <circle class="ink" cx="8" cy="8" r="3.5" />
                        )}
                        {role === "given" && <path class="ink" d="M7 4h2v8h-2z" />}
                        {role === "dead" && <path class="cross" d="M4 4l8 8m0-8l-8 8" />}
                        {role === "attacked" && <path class="stroke" d="M4 12 12 4" />}
                        {role === "undone" && <rect class="undoing" x="1.5" y="1.5" width="13" height="13" />}
                        <rect class={`edge ${role}`} x=".5" y=".5" width="15" height="15" />
                    </svg>
                    {EXPLAINED[role]}
                </li>
            ))}
        </ul>
    );
}
