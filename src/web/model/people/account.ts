import type { Handlers } from "../handlers.ts";
import type { AccountState, State } from "../state.ts";
import type { PersonChange } from "./users.ts";

/** Updates the top-level fields of the state that repeat the user's own account. */
function updateOwn(state: State, { person }: { readonly person: PersonChange }): boolean {
  if (person.user_id !== state.user_id) return false;
  const { role, new_email, full_name, delivery_email, avatar_url, avatar_url_medium, avatar_source } = person;
  const changes = { full_name, delivery_email, avatar_url, avatar_url_medium, avatar_source, email: new_email };
  Object.assign(state, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));
  if (role === undefined) return true;
  state.is_owner = role === 100;
  state.is_admin = role <= 200;
  state.is_moderator = role <= 300;
  state.is_guest = role === 600;
  return true;
}

export const accountEvents: Handlers = {
  "realm_user/update": updateOwn,
  "user_settings/update": (state, { property, value }) => Object.assign(state.user_settings, { [property]: value }),
  alert_words: (state, { alert_words }) => {
    state.alert_words = alert_words;
  },
  onboarding_steps: (state, { onboarding_steps }) => {
    state.onboarding_steps = onboarding_steps;
  },
};

/** The user id in the state when there is no account. No real account has it. */
const SPECTATOR_ID = 0;

/** True if the client is used without an account, to read web-public channels. */
export const isSpectator = (state: Pick<AccountState, "user_id">): boolean => state.user_id === SPECTATOR_ID;
