import { type Platform, Refusal } from "./checks.ts";
import { type KeyPair, newKeyPair } from "./sealing.ts";

/** An installation that has registered itself. */
export interface Installation {
  readonly id: string;
  key: string;
  hostname: string;
  contactEmail: string;
  isDeactivated: boolean;
}

/** What a service says of an organization with each push. */
export interface PushStatus {
  can_push: boolean;
  expected_end_timestamp: number | null;
}

/** An organization that an installation has told of. */
export interface RemoteRealm {
  readonly uuid: string;
  readonly installation: Installation;
  /** As it was sent, with the owner's secret left out. */
  facts: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  status: PushStatus;
}

/** A device that a box has told of. */
export interface SealedDevice {
  readonly realmUuid: string;
  readonly tokenId: string;
  readonly token: string;
  readonly platform: Platform;
  isExpired: boolean;
}

/** A token that the server has told of itself. */
export interface PlainDevice {
  readonly realmUuid: string | undefined;
  readonly userId: number | undefined;
  readonly userUuid: string | undefined;
  readonly token: string;
  readonly platform: Platform;
}

/** A push as Apple's or Google's service hands it to the app. */
export interface Arrival {
  readonly platform: Platform;
  readonly token: string;
  readonly isSealed: boolean;
  /** Google's `data`, all of it texts; Apple's payload as it is. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What it was sent with: Google's priority, Apple's headers. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** How much Apple's and Google's services take. */
const MAX_PAYLOAD_BYTES = 4096;

export class ServiceState {
  readonly keys: KeyPair = newKeyPair();
  readonly installations = new Map<string, Installation>();
  readonly realms = new Map<string, RemoteRealm>();
  readonly sealed = new Map<string, SealedDevice>();
  plain: PlainDevice[] = [];
  readonly arrivals: Arrival[] = [];
  /** Tokens that Apple or Google calls gone when they are pushed to. */
  readonly goneTokens = new Set<string>();
  /** Pushes that Apple or Google found too large. */
  readonly tooLarge: Omit<Arrival, "atMs">[] = [];
  /** Fields of forms that the service does not know, as `call name`. */
  readonly ignored: string[] = [];
  /** Secrets by which installations prove that a host name is theirs. */
  readonly transfers = new Map<string, string>();
  /** Whether organizations are known without having been told of. */
  knowsEveryRealm = false;

  nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.nowMs = nowMs;
  }

  /** The organization of an installation, or a refusal. */
  realm(uuid: string, installation: Installation): RemoteRealm {
    const found = this.realms.get(uuid);
    if (found && found.installation === installation && !found.isDeleted) return found;
    if (!this.knowsEveryRealm) throw new Refusal("MISSING_REMOTE_REALM", "Organization not registered", 403);
    return this.addRealm(uuid, installation);
  }

  addRealm(uuid: string, installation: Installation, facts: RemoteRealm["facts"] = {}): RemoteRealm {
    const before = this.realms.get(uuid);
    const status = before?.status ?? { can_push: true, expected_end_timestamp: null };
    const realm = { uuid, installation, facts, isDeleted: false, status };
    this.realms.set(uuid, realm);
    return realm;
  }

  /** Hands a push to Apple or Google, and tells what became of it. */
  push(arrival: Omit<Arrival, "atMs">): "sent" | "gone" | "refused" {
    if (this.goneTokens.has(arrival.token)) return "gone";
    if (new TextEncoder().encode(JSON.stringify(arrival.data)).length > MAX_PAYLOAD_BYTES) {
      this.tooLarge.push(arrival);
      return "refused";
    }
    this.arrivals.push({ ...arrival, atMs: this.nowMs() });
    return "sent";
  }
}
