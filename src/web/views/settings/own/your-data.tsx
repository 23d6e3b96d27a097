import { useEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { FieldError } from "../../../parts/fields/field.tsx";
import { appWords } from "../../../words/app.ts";
import { yourDataWords } from "../../../words/settings/own/your-data.ts";
import { download } from "../download.ts";
import { accountSettings } from "../rows/account-settings.ts";
import { SettingGroup } from "../rows/setting-row.tsx";
import { SettingSwitch } from "../rows/setting-switch.tsx";
import { collectOwnData } from "./collect-own-data.ts";

type Work =
  | { readonly is: "idle" }
  | { readonly is: "collecting"; readonly messages: number }
  | { readonly is: "done"; readonly messages: number }
  | { readonly is: "failed"; readonly error: string };

/** The user's own data: as a file, and whether an export of the organization can contain it. */
export function YourData() {
  const client = useClient();
  const setting = accountSettings(client);
  const w = yourDataWords();
  return (
    <>
      <OwnFile />
      <SettingGroup title={w.consent}>
        <SettingSwitch
          label={w.rows.allow_private_data_export}
          hint={w.consentHint}
          setting={setting("allow_private_data_export")}
        />
      </SettingGroup>
    </>
  );
}

function OwnFile() {
  const client = useClient();
  const [work, setWork] = useState<Work>({ is: "idle" });
  const running = useRef<AbortController>(undefined);
  const w = yourDataWords();
  // The collection stops when the user leaves the page.
  useEffect(() => () => running.current?.abort(), []);
  const collect = async () => {
    const controller = new AbortController();
    running.current = controller;
    let messages = 0;
    setWork({ is: "collecting", messages });
    try {
      const texts = await collectOwnData(
        client.api,
        (count) => {
          messages = count;
          setWork({ is: "collecting", messages });
        },
        controller.signal,
      );
      download("my-data.jsonl", ...texts);
      setWork({ is: "done", messages });
    } catch (error) {
      setWork(controller.signal.aborted ? { is: "idle" } : { is: "failed", error: errorText(error) });
    }
  };
  return (
    <SettingGroup title={w.file} hint={w.fileHint}>
      <div class="data-file">
        <Button icon="download" busy={work.is === "collecting"} onClick={() => void collect()}>
          {w.rows.collect}
        </Button>
        {work.is === "collecting" && (
          <Button kind="quiet" onClick={() => running.current?.abort()}>
            {appWords().cancel}
          </Button>
        )}
      </div>
      <p class="settings-note" role="status">
        {work.is === "collecting" && w.collecting(work.messages)}
        {work.is === "done" && w.done(work.messages)}
      </p>
      <FieldError text={work.is === "failed" ? work.error : undefined} />
    </SettingGroup>
  );
}
