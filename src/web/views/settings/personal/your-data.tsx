import { useClient } from "../../../client/client.ts";
import type { EventNamed } from "../../../model/event.ts";
import { Button } from "../../../parts/button.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { Spinner } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { yourDataWords } from "../../../words/settings/own/account.ts";
import { attemptWithLogin } from "../../reauthentication/with-fresh-login.tsx";
import { Dated, Entry } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";

type OwnExport = EventNamed<"own_exports">["exports"][number];

const PATH = "/users/me/export";

/** A file with the user's own data, which the server writes in the background. */
export function YourData() {
  const client = useClient();
  const exports = useLoaded(async () => (await client.api.get<{ exports: readonly OwnExport[] }>(PATH)).exports, {
    type: "own_exports",
    follow: (_, event) => event.exports,
  });
  const w = yourDataWords();
  const start = async () => {
    await attemptWithLogin(client, () => client.api.post(PATH));
  };
  return (
    <SettingGroup title={w.file} hint={w.fileHint}>
      <WhenLoaded of={exports}>
        {(all) => (
          <>
            {all.every(({ pending }) => !pending) && (
              <div class="data-file">
                <Button icon="archive" run={start}>
                  {w.rows.collect}
                </Button>
              </div>
            )}
            {all.map((one) => (
              <State key={one.id} of={one} />
            ))}
          </>
        )}
      </WhenLoaded>
    </SettingGroup>
  );
}

function State({ of: { pending, export_url, export_time, expires_at } }: { readonly of: OwnExport }) {
  const w = yourDataWords();
  if (pending)
    return (
      <p class="settings-note" role="status">
        <Spinner /> {w.pending}
      </p>
    );
  if (export_url === null || expires_at === null) return <p class="settings-note">{w.failed}</p>;
  return (
    <div role="status">
      <Entry
        isPlain
        title={<Time at={export_time} as="day" />}
        facts={<Dated text={w.until} at={expires_at} as="day within" />}
      >
        <a class="button" href={new URL(export_url).pathname} download>
          {appWords().download}
        </a>
      </Entry>
    </div>
  );
}
