import "./first-steps.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import {
  areStepsLeft,
  beginFolded,
  FIRST_STEPS,
  type FirstStep,
  INTRODUCTION,
  stepsDone,
} from "../../model/organization/first-steps.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { firstStepsWords } from "../../words/screens.ts";
import { attempt } from "../attempt.ts";
import { openCreateChannel } from "../channels/create-channel-dialog.tsx";
import { openInvite } from "../people/invite-dialog.tsx";

const TO_DO: Readonly<Record<FirstStep, (client: Client) => void>> = {
  describe: (client) => client.go({ view: "settings", section: "organization/organization-profile" }),
  picture: (client) => client.go({ view: "settings", section: "organization/organization-profile" }),
  invite: openInvite,
  channels: openCreateChannel,
};

/**
 * The first steps for the owner of a new organization, shown until all are done or the owner dismisses them. Once
 * people exchange messages, the steps collapse to one line, so that the messages come first.
 */
export function FirstSteps() {
  const client = useClient();
  const state = client.watch("realm", "users", "channels", "account");
  const [isOpen, setOpen] = useState(() => !beginFolded(state));
  if (!areStepsLeft(state)) return null;
  const done = stepsDone(state);
  const w = firstStepsWords();
  const putAway = () =>
    attempt(client, () => client.api.post("/users/me/onboarding_steps", { onboarding_step: INTRODUCTION }));
  const title = w.title(state.realm_name);
  return (
    <section class="first-steps" aria-label={title}>
      <header>
        <h2>
          <button type="button" class="first-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {title}
            <Icon name="chevron-down" />
          </button>
        </h2>
        <p>{w.progress(FIRST_STEPS.filter((step) => done[step]).length, FIRST_STEPS.length)}</p>
        <ToolButton icon="x" label={w.putAway} onClick={() => void putAway()} />
      </header>
      <ul hidden={!isOpen}>
        {FIRST_STEPS.map((step) => {
          const [what, why] = w.steps[step];
          return (
            <li key={step} class={done[step] ? "first-step is-done" : "first-step"}>
              <span class="first-mark">{done[step] && <Icon name="check" size={13} />}</span>
              <div>
                {done[step] ? (
                  <p class="first-what">
                    {what} <span class="for-readers">({w.done})</span>
                  </p>
                ) : (
                  <button type="button" class="first-what" onClick={() => TO_DO[step](client)}>
                    {what}
                  </button>
                )}
                {!done[step] && <p class="first-why">{why}</p>}
              </div>
              {!done[step] && <Icon name="chevron-right" />}
            </li>
          );
        })}
      </ul>
      <p class="first-move" hidden={!isOpen}>
        <a href="#organization/import">{w.moveIn}</a>
      </p>
    </section>
  );
}
