import { useClient } from "../../../../client/client.ts";
import { userById } from "../../../../model/people/users.ts";
import { Button } from "../../../../parts/button.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { recentLoginsWords } from "../../../../words/settings/own/login-security.ts";
import { attempt } from "../../../attempt.ts";
import { Entry, EntryList } from "../../entry.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";

/** An audit log entry about the account itself. */
interface LoginEntry {
  readonly id: number;
  /** Seconds since 1970. */
  readonly date_create: number;
  readonly action: string;
  readonly actor: { readonly type: string; readonly id: number | null };
  readonly context: { readonly ip_address?: string };
  readonly program: string | null;
}

interface LoginPage {
  readonly entries: readonly LoginEntry[];
  readonly found_oldest: boolean;
}

const FIRST = 5;
const MORE = 50;

/** Recent logins to the account, and changes to its login methods by the user or others. */
export function RecentLogins() {
  const client = useClient();
  const ask = (fields: object) => client.api.get<LoginPage>("/users/me/audit_log", { ...fields });
  const loaded = useLoaded(() => ask({ limit: FIRST }));
  const w = recentLoginsWords();
  const loadOlder = (before: number) =>
    attempt(client, async () => {
      const { entries, found_oldest } = await ask({ limit: MORE, before_id: before });
      loaded.change((known) => ({ entries: [...known.entries, ...entries], found_oldest }));
    });
  return (
    <SettingGroup title={w.rows.recent} hint={w.hint}>
      <WhenLoaded of={loaded}>
        {({ entries, found_oldest }) => {
          const last = entries.at(-1);
          return (
            <>
              {last === undefined && <p class="settings-note">{w.none}</p>}
              <EntryList items={entries} height={59}>
                {(entry) => <LoginRow entry={entry} />}
              </EntryList>
              {last !== undefined && !found_oldest && (
                <div>
                  <Button run={() => loadOlder(last.id)}>{w.older}</Button>
                </div>
              )}
            </>
          );
        }}
      </WhenLoaded>
    </SettingGroup>
  );
}

function LoginRow({ entry: { action, actor, date_create, context, program } }: { readonly entry: LoginEntry }) {
  const state = useClient().watch("users", "account");
  const w = recentLoginsWords();
  const areas: Readonly<Record<string, Readonly<Record<string, string>>>> = w.actions;
  const [area = "", verb = ""] = action.split(".");
  const other = actor.id === null || actor.id === state.user_id ? undefined : userById(state, actor.id);
  const facts = [program, context.ip_address, other && w.by(other.full_name)].filter((fact) => fact != null);
  return (
    <Entry
      isPlain
      title={areas[area]?.[verb] ?? action}
      facts={
        <>
          <Time at={date_create} as="day" />
          {facts.map((fact) => (
            <span key={fact}> · {fact}</span>
          ))}
        </>
      }
    />
  );
}
