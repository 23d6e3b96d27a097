import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { programsWords } from "../../../words/settings/integrations/bots.ts";
import { attempt } from "../../attempt.ts";
import { type Program, type ProgramTrial, tryProgram } from "./programs.ts";

interface ProgramTrialProps extends Pick<Program, "program" | "hosts"> {
  readonly bot: number;
}

/** Runs a program for a fictitious message, and shows what it would do. */
export function TryProgram({ bot, program, hosts }: ProgramTrialProps) {
  const client = useClient();
  const [content, setContent] = useState("Hello");
  const [trial, setTrial] = useState<ProgramTrial>();
  const w = programsWords();
  const run = () => attempt(client, async () => setTrial(await tryProgram(client, bot, { program, hosts, content })));
  return (
    <section class="program-part" aria-label={w.tryIt}>
      <h3>{w.tryIt}</h3>
      <p class="settings-note">{w.tryHint}</p>
      <Field label={w.message} value={content} onInput={setContent} lines={2} maxLength={10_000} />
      <div class="settings-actions">
        <Button disabled={content.trim() === "" || program.trim() === ""} run={run}>
          {w.run}
        </Button>
      </div>
      <div aria-live="polite">{trial !== undefined && <TrialResult trial={trial} />}</div>
    </section>
  );
}

function TrialResult({ trial: { replies, asked, log, problem } }: { readonly trial: ProgramTrial }) {
  const w = programsWords();
  return (
    <div class="program-part">
      {problem !== null && <Lines title={w.error} lines={[problem]} isError />}
      {replies.length === 0 ? <p class="settings-note">{w.noReplies}</p> : <Lines title={w.replies} lines={replies} />}
      {asked.length > 0 && <Lines title={w.asked} lines={asked.map(({ name, args }) => `${name} ${args}`)} />}
      {log.length > 0 && <Lines title={w.log} lines={log} />}
    </div>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly isError?: boolean;
}

const Lines = ({ title, lines, isError = false }: LinesProps) => (
  <section aria-label={title}>
    <h4 class="field-label">{title}</h4>
    <ul class="program-lines">
      {lines.map((text, index) => (
        <li key={index}>
          <pre class={isError ? "program-error" : undefined}>{text}</pre>
        </li>
      ))}
    </ul>
  </section>
);
