import { useClient } from "../../../../client/client.ts";
import { hashForRoute } from "../../../../model/addresses/address.ts";
import { auditFeedsWords } from "../../../../words/settings/organization/audit-feeds.ts";
import { settingsWords } from "../../../../words/settings/settings.ts";
import { BackLink } from "../../entry.tsx";
import { AuditDestination } from "./audit-destination.tsx";
import { AuditTokens } from "./audit-tokens.tsx";

export const SECTION = "organization/audit-log";
/** The last part of the page's URL. */
export const FEEDS = "send";

/** Sets up how other systems get the audit log. */
export function AuditFeeds() {
  const state = useClient().watch();
  const w = auditFeedsWords();
  return (
    <>
      <BackLink
        href={hashForRoute({ view: "settings", section: SECTION }, state)}
        label={settingsWords().sections["audit-log"]}
      />
      <header class="settings-title">
        <h2>{w.title}</h2>
      </header>
      <AuditDestination />
      <AuditTokens />
    </>
  );
}
