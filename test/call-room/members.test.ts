import { expect, test } from "vitest";
import { type RoomEnvironment, type SocketAttachment, saveAttachment } from "../../src/call-room/environment.ts";
import { Members } from "../../src/call-room/members.ts";
import { ALL_OFF, migrateRoom } from "../../src/call-room/rows.ts";
import { inFreshObject } from "../support/storage.ts";

/** A socket whose other end never responds: once closed, it stays among the room's sockets. */
class DeafSocket {
  readyState: number = WebSocket.OPEN;
  #kept: unknown;

  serializeAttachment(kept: SocketAttachment): void {
    this.#kept = kept;
  }
  deserializeAttachment(): unknown {
    return this.#kept;
  }
  send(): void {}
  close(): void {
    this.readyState = WebSocket.CLOSING;
  }
}

const around = { now: () => 0, changed: () => {}, mediaOf: () => ({}), forget: () => {} };
const row = {
  ...{ id: 1, user: 10, device: "d1", resume: "", credentials: "null", moderates: 0, is_starter: 0, joined_at: 0 },
  ...{ lost_at: null, switches: null, key: null },
};

test("a replaced socket belongs to no member after the room wakes up", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrateRoom(sql);
    const made = [0, 1].map((opened) => {
      const socket = new DeafSocket() as unknown as WebSocket;
      saveAttachment(socket, { admittance: null, member: 0, opened, ...ALL_OFF });
      return socket;
    });
    const [first, second] = made as [WebSocket, WebSocket];
    for (const sockets of [
      [first, second],
      [second, first],
    ]) {
      const room = { getWebSockets: () => sockets, getWebSocketAutoResponseTimestamp: () => null };
      const open = (isMade: boolean) =>
        new Members({ sql, sockets: room } as unknown as RoomEnvironment, around, isMade);
      const members = open(false);
      members.seat(row, first, { isNew: true });
      members.seat(row, second, { isNew: false });
      const again = open(true);
      expect([again.of(first), again.of(second)?.id]).toEqual([undefined, 1]);
    }
  }));
