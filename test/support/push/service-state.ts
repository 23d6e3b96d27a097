import { type Platform, Refusal } from "./checks.ts";
import { type KeyPair, newKeyPair } from "./sealing.ts";

export interface Installation {
  readonly id: string;
  key: string;
  hostname: string;
  contactEmail: string;
  isDeactivated: boolean;
}

/** What the service reports about an organization with each push. */
export interface PushStatus {
  can_push: boolean;
  expected_end_timestamp: number | null;
}

/** An organization reported by an installation. */
interface RemoteRealm {
  readonly uuid: string;
  readonly installation: Installation;
  /** The facts as the installation sent them, without the owner's secret. */
  facts: Readonly<Record<string, unknown>>;
  isDeleted: boolean;
  status: PushStatus;
}

/** A device registered with a sealed box. */
export interface SealedDevice {
  readonly realmUuid: string;
  readonly tokenId: string;
  readonly token: string;
  readonly platform: Platform;
  isExpired: boolean;
}

/** A token registered unencrypted by the server. */
export interface PlainDevice {
  readonly realmUuid: string | undefined;
  readonly userId: number | undefined;
  readonly userUuid: string | undefined;
  readonly token: string;
  readonly platform: Platform;
}

/** A push as Apple's or Google's service delivers it to the app. */
export interface Arrival {
  readonly platform: Platform;
  readonly token: string;
  readonly isSealed: boolean;
  /** Google's `data`, whose values are all strings, or Apple's payload. */
  readonly data: Readonly<Record<string, unknown>>;
  /** How the push was sent: Google's priority, or Apple's headers. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** The payload limit of Apple and Google. */
const MAX_PAYLOAD_BYTES = 4096;

export class ServiceState {
  readonly keys: KeyPair = newKeyPair();
  readonly installations = new Map<string, Installation>();
  readonly realms = new Map<string, RemoteRealm>();
  readonly sealed = new Map<string, SealedDevice>();
  plain: PlainDevice[] = [];
  readonly arrivals: Arrival[] = [];
  /** Tokens that Apple or Google reports as no longer valid when something is pushed to them. */
  readonly goneTokens = new Set<string>();
  /** Pushes too large for Apple or Google. */
  readonly tooLarge: Omit<Arrival, "atMs">[] = [];
  /** Unknown form fields, as `call name`. */
  readonly ignored: string[] = [];
  /** Secrets that installations use to prove they own a host name. */
  readonly transfers = new Map<string, string>();
  /** If true, the service accepts organizations that haven't been reported. */
  knowsEveryRealm = false;

  nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.nowMs = nowMs;
  }

  /** Returns an organization of an installation. Throws a refusal if the installation has none with this UUID. */
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

  /** Delivers a push to Apple or Google, and returns the result. */
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
