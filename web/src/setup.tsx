// What is asked: the problem, its input, the question.

import type { App } from "./app";
import { Editor } from "./editor";
import { KINDS, QUESTIONS, rowsOf, type Field } from "./problems";

function Input({ app, field }: { app: App; field: Field }) {
    const { id, label, kind, options, hint } = field;
    const value = app.valuesOf(app.kind)[id];
    const name = `field-${id}`;
    const set = (event: { currentTarget: { value: string } }) => app.set(id, event.currentTarget.value);
    return (
        <div class={`field ${kind}`}>
            <label for={name}>{label}</label>
            {kind === "choice" && (
                <select id={name} value={value} onChange={set}>
                    {options!.map(([one, title]) => (
                        <option key={one} value={one}>
                            {title}
                        </option>
                    ))}
                </select>
            )}
            {kind === "area" && (
                <textarea
                    id={name}
                    value={value}
                    rows={Math.min(10, Math.max(3, value.split("\n").length))}
                    spellcheck={false}
                    autocapitalize="off"
                    aria-describedby={hint && `${name}-hint`}
                    onInput={set}
                />
            )}
            {(kind === "text" || kind === "number") && (
                <input
                    id={name}
                    type="text"
                    inputMode={kind === "number" ? "numeric" : undefined}
                    value={value}
                    spellcheck={false}
                    autocomplete="off"
                    aria-describedby={hint && `${name}-hint`}
                    onInput={set}
                />
            )}
            {hint && (
                <p class="hint" id={`${name}-hint`}>
                    {hint.replaceAll("`", "")}
                </p>
            )}
        </div>
    );
}

/** The largest file that is opened, as the server takes it. */
const LARGEST_FILE = 1_000_000;

function Upload({ app, field }: { app: App; field: string }) {
    const take = async (input: HTMLInputElement) => {
        const file = input.files?.[0];
        input.value = "";
        if (!file) return;
        if (file.size > LARGEST_FILE) {
            app.note.value = `${file.name} has ${file.size.toLocaleString("en")} bytes: expected at most ${LARGEST_FILE.toLocaleString("en")}.`;
            return;
        }
        app.set(field, await file.text());
        app.note.value = `Opened ${file.name}.`;
    };
    return (
        <label class="upload">
            <input type="file" onChange={(event) => void take(event.currentTarget)} />
            <span>Open a file …</span>
        </label>
    );
}

/** The command that asks the same. */
function commandLine(app: App): string {
    const quoted = (word: string) => (/^[\w.,/+:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
    const { arguments: words, take, from, mistake, pins } = app.wanted();
    const problem = words.map(quoted).join(" ");
    const more = `${take ? ` --take ${take}` : ""}${from ? ` --from ${from}` : ""}`;
    if (mistake) return `tremaux mistakes ${problem}`;
    // There a what-if is asked by its key.
    if (pins) return `tremaux watch ${problem}${more}`;
    switch (app.question.value) {
        case "count":
            return `tremaux count ${problem}`;
        case "tree":
            return `tremaux tree ${problem}`;
        case "mistakes":
            return `tremaux mistakes ${problem}`;
        default:
            return `tremaux render ${problem}${more} -o search.html`;
    }
}

export function Setup({ app }: { app: App }) {
    const { kind } = app;
    const area = kind.fields.find((field) => field.kind === "area");
    const flags = app.flagsOf(kind);
    return (
        <aside class="setup" aria-label="What is searched" hidden={!app.open.value}>
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    void app.run();
                }}
            >
                <div class="field choice">
                    <label for="problem">Problem</label>
                    <select
                        id="problem"
                        value={kind.id}
                        onChange={(event) => app.choose(event.currentTarget.value)}
                    >
                        {KINDS.map(({ id, title }) => (
                            <option key={id} value={id}>
                                {title}
                            </option>
                        ))}
                    </select>
                </div>
                <div class="fields">
                    {kind.fields
                        .filter((field) => field.kind !== "area")
                        .map((field) => (
                            <Input key={`${kind.id}-${field.id}`} app={app} field={field} />
                        ))}
                </div>
                {kind.drawing && <Editor key={kind.id} app={app} drawing={kind.drawing} />}
                {area && (
                    <details open={!kind.drawing || !rowsOf(kind.drawing, app.valuesOf(kind))}>
                        <summary>{kind.drawing ? "As text, or from a file" : "Letters, or a file of them"}</summary>
                        <Input app={app} field={area} />
                        <Upload app={app} field={area.id} />
                    </details>
                )}
                {kind.flags.length > 0 && (
                    <details open={flags.length > 0}>
                        <summary>Rules</summary>
                        {kind.flags.map(([flag, title]) => (
                            <label class="flag" key={flag}>
                                <input type="checkbox" checked={flags.includes(flag)} onChange={() => app.toggle(flag)} />
                                {title}
                            </label>
                        ))}
                    </details>
                )}
                <fieldset>
                    <legend>Question</legend>
                    {QUESTIONS.filter(([id]) => id !== "mistakes" || kind.mistakes).map(([id, title]) => (
                        <label class="flag" key={id}>
                            <input
                                type="radio"
                                name="question"
                                checked={app.question.value === id}
                                onChange={() => (app.question.value = id)}
                            />
                            {title}
                        </label>
                    ))}
                </fieldset>
                {app.from.value > 0 && (
                    <p class="from">
                        From node {app.from.value.toLocaleString("en")} on{" "}
                        <button type="button" onClick={() => (app.from.value = 0)}>
                            From the start
                        </button>
                    </p>
                )}
                {app.mistake.value > 0 && (
                    <p class="from">
                        With mistake {app.mistake.value}{" "}
                        <button type="button" onClick={() => (app.mistake.value = 0)}>
                            Without it
                        </button>
                    </p>
                )}
                <button type="submit" class="run">
                    Search
                </button>
                <p class="hint command">
                    <code>{commandLine(app)}</code>
                </p>
            </form>
        </aside>
    );
}
