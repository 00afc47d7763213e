// Programs with a mistake beside the right one: all where they part, or one of them step by step.

import type { Mistakes } from "./api";
import type { App } from "./app";
import { Board } from "./board";
import type { Ended, Mistake, SceneChange, Side } from "./data";
import { differences, ended, happened, parting } from "./mistake";
import type { Player } from "./player";
import { alone, type Scene } from "./search";

type Name = "right" | "wrong";
const SIDES: Name[] = ["right", "wrong"];
const TITLES: Record<Name, string> = { right: "Right", wrong: "With the mistake" };
/** What states are drawn with. */
type Drawn = Pick<Mistakes, "roles" | "strokes">;

/** Marks as sets. */
function Sets({ marks }: { marks: Scene["marks"] }) {
    return (
        <dl>
            {marks
                .filter((mark) => mark[1] !== "")
                .slice(0, 8)
                .map(([, title, , members]) => (
                    <div key={title}>
                        <dt>{title}</dt>
                        <dd>{`{${members.join(", ")}}`}</dd>
                    </div>
                ))}
        </dl>
    );
}

function Text({ title, text }: { title: string; text: string | null }) {
    return (
        <div>
            <p class="hint">{title}</p>
            <pre>{text ?? "none"}</pre>
        </div>
    );
}

/** The line of the program that is wrong, and what it should be. */
function Lines({ mistake }: { mistake: Mistake }) {
    return (
        <dl class="lines">
            <dt>right</dt>
            <dd>{mistake.right_line}</dd>
            <dt>wrong</dt>
            <dd>{mistake.wrong_line}</dd>
        </dl>
    );
}

/** What a program leaves when it has ended. */
function Left({ change, drawn, name }: { change: SceneChange; drawn: Drawn; name: Name }) {
    return (
        <>
            <p class="hint">What is left at the end</p>
            <Board
                scene={alone(change, drawn.roles)}
                strokes={drawn.strokes}
                label={`What the ${name} program leaves`}
            />
        </>
    );
}

function SideView({ mistake, name, drawn }: { mistake: Mistake; name: Name; drawn: Drawn }) {
    const [side, end]: [Side | null, Ended] = [mistake[name], mistake[`${name}_ends`]];
    const differs = differences(mistake);
    const scene = side && alone(side.scene, drawn.roles);
    return (
        <div class={`side ${name}`}>
            <h3>{TITLES[name]}</h3>
            <p class="event">{happened(side)}</p>
            {side && scene && (
                <>
                    <Board scene={scene} strokes={drawn.strokes} label={`The ${name} program after ${happened(side)}`} />
                    <Sets marks={scene.marks} />
                    {side.fault !== null && <p class="fault">{side.fault}</p>}
                    {differs.saved && <Text title="The board saved" text={side.saved} />}
                </>
            )}
            <p>{ended(end)}</p>
            {differs.savedAtEnd && <Text title="The first board saved, at the end" text={end.saved} />}
            {differs.left && <Left change={end.scene} drawn={drawn} name={name} />}
        </div>
    );
}

/** Every mistake, where the programs part. */
export function MistakesView({ app, found }: { app: App; found: Mistakes }) {
    return (
        <main class="mistakes">
            <h1>Programs with a mistake, beside the right one</h1>
            {found.mistakes.map((mistake, index) => (
                <article class="mistake" key={mistake.name}>
                    <h2>{mistake.name}</h2>
                    <Lines mistake={mistake} />
                    <p>
                        {parting(mistake)}{" "}
                        <button
                            type="button"
                            aria-label={`Step by step: ${mistake.name}`}
                            onClick={() => app.playMistake(index + 1)}
                        >
                            Step by step
                        </button>
                    </p>
                    <div class="sides">
                        {SIDES.map((name) => (
                            <SideView key={name} mistake={mistake} name={name} drawn={found} />
                        ))}
                    </div>
                    <p>{`It leads to this: ${mistake.leads_to}.`}</p>
                </article>
            ))}
        </main>
    );
}

/** The switch: with which mistake the search is played, if with any. */
export function MistakeSwitch({ app, player }: { app: App; player: Player }) {
    const { mistakes = [] } = player.search.data;
    if (mistakes.length === 0) return null;
    return (
        <div class="with-mistake">
            <label for="mistake-played">Mistake</label>
            <select
                id="mistake-played"
                value={app.mistake.value}
                title="Plays the search beside a program with a mistake (m: the next one)"
                onChange={(event) => app.playMistake(Number(event.currentTarget.value))}
            >
                <option value={0}>none</option>
                {mistakes.map((name, index) => (
                    <option key={name} value={index + 1}>
                        {name}
                    </option>
                ))}
            </select>
        </div>
    );
}

/** In a player: the boards of both programs, the same until they part. */
export function Beside({ player, mistake }: { player: Player; mistake: Mistake }) {
    const { data } = player.search;
    const isParted = player.search.parts(player.step.value);
    const states = SIDES.map((name) => {
        if (!isParted) return player.scene.value;
        return alone((mistake[name] ?? mistake[`${name}_ends`]).scene, data.roles);
    });
    const [right, wrong] = states.map(({ marks }) => marks);
    const differing = (marks: Scene["marks"], others: Scene["marks"]) =>
        marks.filter((mark, index) => JSON.stringify(mark) !== JSON.stringify(others[index]));
    return (
        <div class="sides">
            {SIDES.map((name, index) => {
                const side = mistake[name];
                const event = isParted ? happened(side) : player.caption.value;
                return (
                    <div key={name} class={`side ${name}`}>
                        <h2>{TITLES[name]}</h2>
                        <Board
                            scene={states[index]}
                            strokes={data.strokes}
                            label={`${TITLES[name]}: the state after ${event}`}
                        />
                        {isParted && <p class="event">{event}</p>}
                        {isParted && <Sets marks={name === "right" ? differing(right, wrong) : differing(wrong, right)} />}
                        {isParted && side && side.fault !== null && <p class="fault">{side.fault}</p>}
                        {isParted && differences(mistake).saved && <Text title="The board saved" text={side!.saved} />}
                    </div>
                );
            })}
        </div>
    );
}

/** In a player: what the mistake is, and at the step at which the programs part, what it leads to. */
export function Explained({ player, mistake }: { player: Player; mistake: Mistake }) {
    const { data } = player.search;
    const { step, leads_to } = mistake;
    const isParted = player.search.parts(player.step.value);
    const isReached = step !== null && step <= player.search.steps;
    const differs = differences(mistake);
    return (
        <section class="explained" aria-labelledby="mistake">
            <h2 id="mistake">{mistake.name}</h2>
            <Lines mistake={mistake} />
            {isParted ? <p class="parts">Here they part.</p> : <p>{parting(mistake)}</p>}
            {isReached && !isParted && (
                <button type="button" onClick={() => player.go(step)}>
                    Go to where they part
                </button>
            )}
            {step !== null && !isReached && <p class="hint">Only the steps before it are here.</p>}
            {(isParted || !isReached) && (
                <>
                    <p>{`It leads to this: ${leads_to}.`}</p>
                    <dl class="ends">
                        {SIDES.map((name) => (
                            <div key={name}>
                                <dt>{TITLES[name]}</dt>
                                <dd>
                                    {ended(mistake[`${name}_ends`])}
                                    {differs.savedAtEnd && (
                                        <Text title="The first board saved, at the end" text={mistake[`${name}_ends`].saved} />
                                    )}
                                </dd>
                            </div>
                        ))}
                    </dl>
                    {differs.left && <Left change={mistake.wrong_ends.scene} drawn={data} name="wrong" />}
                </>
            )}
        </section>
    );
}
