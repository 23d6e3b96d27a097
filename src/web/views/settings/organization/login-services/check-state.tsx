import { Icon } from "../../../../parts/icon.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { loginServicesWords } from "../../../../words/settings/organization/login-services.ts";
import type { Check } from "./connection.ts";

/** Whether a service responds, and when the server last checked. */
export function CheckState({ check: { at, error } }: { readonly check: Check }) {
  const w = loginServicesWords();
  return (
    <p class={error === undefined ? "entry-state" : "entry-state entry-fails"}>
      <Icon name={error === undefined ? "circle-check" : "circle-alert"} size={15} />
      <span>
        {error ?? w.works} · <Time at={at} as="relative" />
      </span>
    </p>
  );
}
