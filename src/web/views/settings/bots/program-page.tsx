import "./program-page.css";
import { MAX_PROGRAM_LENGTH } from "../../../../protocol/text-lengths.ts";
import type { WireBotProgram } from "../../../../wire-types.ts";
import { useClient } from "../../../client/client.ts";
import type { Bot } from "../../../model/people/bots.ts";
import { Button } from "../../../parts/button.tsx";
import { Select, Switch } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { FileButton } from "../../../parts/fields/file-button.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { programsWords } from "../../../words/settings/integrations/bots.ts";
import { attempt, showDone } from "../../attempt.ts";
import { useKeptForm } from "../../kept-form.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { CodeField } from "./code-field.tsx";
import { TryProgram } from "./program-trial.tsx";
import { hostsIn, programOf, saveProgram } from "./programs.ts";

export function ProgramPage({ bot }: { readonly bot: Bot }) {
  const client = useClient();
  const loaded = useLoaded(() => programOf(client, bot.user_id));
  return (
    <WhenLoaded of={loaded}>{(known) => <Editor bot={bot.user_id} known={known} load={loaded.load} />}</WhenLoaded>
  );
}

interface EditorProps {
  readonly bot: number;
  readonly known: WireBotProgram;
  readonly load: () => Promise<void>;
}

function Editor({ bot, known, load }: EditorProps) {
  const client = useClient();
  const w = programsWords();
  const saved = { program: known.program, hosts: known.hosts.join("\n") };
  const differs = (one: typeof saved) => one.program !== saved.program || hostsIn(one.hosts).join("\n") !== saved.hosts;
  const [{ program, hosts }, change] = useKeptForm(client, ["program", bot], saved, differs);
  const isChanged = differs({ program, hosts });
  const setProgram = (text: string) => change((now) => ({ ...now, program: text }));
  const setHosts = (text: string) => change((now) => ({ ...now, hosts: text }));
  const save = async () => {
    const changes = { program, hosts: hostsIn(hosts), ...(known.program === "" && { is_on: true }) };
    if (!(await attempt(client, () => saveProgram(client, bot, changes), { done: w.saved }))) return;
    await load();
  };
  const turn = async (is_on: boolean) => {
    await attempt(client, () => saveProgram(client, bot, { is_on }));
    await load();
  };
  return (
    <div class="program">
      <div class="program-part">
        <p class="settings-note">{known.runs_here ? w.lead : w.notHere}</p>
        {known.program !== "" && (
          <Switch label={w.isOn} hint={w.isOnHint} on={known.is_on} onChange={(isOn) => void turn(isOn)} />
        )}
        <Beginnings {...{ known, program }} onChange={setProgram} />
        <CodeField
          label={w.program}
          hint={w.programHint}
          value={program}
          maxLength={MAX_PROGRAM_LENGTH}
          onInput={setProgram}
        />
        <p class="settings-note">
          {w.tools} <code>{known.tools.join(", ")}</code>
        </p>
        <Field label={w.hosts} hint={w.hostsHint} value={hosts} onInput={setHosts} lines={3} spellcheck={false} />
        <div class="settings-actions">
          <Button kind="primary" disabled={!isChanged || program.trim() === "" || !known.runs_here} run={save}>
            {w.save}
          </Button>
          {isChanged && <Button onClick={() => change(saved)}>{w.undo}</Button>}
        </div>
      </div>
      {known.runs_here && <TryProgram bot={bot} program={program} hosts={hostsIn(hosts)} />}
      <ProgramLog known={known} load={load} />
    </div>
  );
}

interface BeginningsProps {
  readonly known: WireBotProgram;
  readonly program: string;
  readonly onChange: (program: string) => void;
}

/** Replaces the program with an example or a file. The replacement can be undone. */
function Beginnings({ known, program, onChange }: BeginningsProps) {
  const client = useClient();
  const w = programsWords();
  const { standUp, onCall, ...others } = w.examples;
  const titles: Readonly<Record<string, string>> = { ...others, "stand-up": standUp, "on-call": onCall };
  const take = (name: string) => {
    const example = known.examples.find((one) => one.name === name);
    if (example === undefined) return;
    const before = program;
    onChange(example.program);
    if (before.trim() !== "") showDone(client, w.exampleTaken, () => onChange(before));
  };
  return (
    <>
      <Select
        label={w.example}
        value={known.examples.find((one) => one.program === program)?.name ?? ""}
        options={[
          { value: "", label: w.noExample },
          ...known.examples.map(({ name }) => ({ value: name, label: titles[name] ?? name })),
        ]}
        onChange={take}
      />
      <div class="settings-actions">
        <FileButton
          icon="upload"
          accept=".js,.mjs,text/javascript"
          onFile={(file) => void attempt(client, async () => onChange(await file.text()))}
        >
          {w.upload}
        </FileButton>
      </div>
    </>
  );
}

function ProgramLog({ known: { log, timers }, load }: Pick<EditorProps, "known" | "load">) {
  const w = programsWords();
  return (
    <section class="program-part" aria-label={w.log}>
      <h3>{w.log}</h3>
      <p class="settings-note">{w.logHint}</p>
      <div class="settings-actions">
        <Button icon="rotate-cw" run={load}>
          {w.refresh}
        </Button>
      </div>
      {log.length === 0 ? (
        <p class="settings-note">{w.noLog}</p>
      ) : (
        <ul class="program-lines">
          {log.map(({ id, at, is_error, text }) => (
            <li key={id}>
              <Time at={at} as="short" />
              <pre class={is_error ? "program-error" : undefined}>
                {is_error && <span class="for-readers">{w.error}: </span>}
                {text}
              </pre>
            </li>
          ))}
        </ul>
      )}
      {timers.length > 0 && (
        <>
          <h4 class="field-label">{w.timers}</h4>
          <ul class="program-lines">
            {timers.map(({ name, due_at }) => (
              <li key={name}>
                <Time at={due_at} as="day" />
                <pre>{name}</pre>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
