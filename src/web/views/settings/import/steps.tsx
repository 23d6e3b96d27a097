import { importWords } from "../../../words/settings/organization/import.ts";

const STEPS = ["choose", "read", "upload", "check", "import"] as const;
export type StepName = (typeof STEPS)[number];

/** The steps of an import, with the present one marked. */
export function Steps({ present }: { readonly present: StepName }) {
  const w = importWords();
  const at = STEPS.indexOf(present);
  return (
    <ol class="import-steps" aria-label={w.stepsName}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          class={index < at ? "import-step is-done" : "import-step"}
          aria-current={index === at ? "step" : undefined}
        >
          <span class="import-step-name">{w.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}
