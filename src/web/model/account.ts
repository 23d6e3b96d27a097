import type { UserSettings } from "../../protocol/user-settings.ts";
import type { UserId } from "./ids.ts";

type Settings = { -readonly [Name in keyof UserSettings]: UserSettings[Name] };

export interface AccountState {
  readonly user_id: UserId;
  email: string;
  delivery_email: string;
  full_name: string;
  avatar_source: string;
  avatar_url: string;
  avatar_url_medium: string;
  is_owner: boolean;
  is_admin: boolean;
  is_moderator: boolean;
  is_guest: boolean;
  user_settings: Settings & {
    readonly emojiset_choices: readonly { readonly key: string; readonly text: string }[];
    readonly available_notification_sounds: readonly string[];
  };
  alert_words: readonly string[];
  onboarding_steps: readonly { readonly type: string; readonly name: string }[];
}
