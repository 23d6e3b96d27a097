import { expect, test } from "vitest";
import { Mesh } from "../../../../src/web/client/calls/mesh.ts";
import type { PeerConnection } from "../../../../src/web/client/calls/peer.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { FakeConnection } from "./fake-connection.ts";
import { memberOf } from "./member-of.ts";

function meshOf({ isRelayed = false } = {}) {
  const connections: FakeConnection[] = [];
  const clock = new VirtualClock();
  const mesh = new Mesh({
    clock,
    connect: (configuration) => {
      const made = new FakeConnection(configuration);
      connections.push(made);
      return made as unknown as PeerConnection;
    },
    isRelayed,
    isDeaf: false,
    signal: () => {},
    onTrack: () => {},
    onSilent: () => {},
  });
  const ice_servers = [{ urls: "turn:first.example" }];
  mesh.follow({ type: "state", me: 1, resume: "", started_at: 0, members: [memberOf(1), memberOf(2)], ice_servers });
  return { mesh, connections, clock };
}

test("Mesh connects a browser with a hidden address only through relays, including relays added later", () => {
  for (const isRelayed of [true, false]) {
    const { mesh, connections } = meshOf({ isRelayed });
    const fixed = { bundlePolicy: "max-bundle", iceTransportPolicy: isRelayed ? "relay" : "all" };
    expect(connections.map(({ configuration }) => configuration)).toEqual([
      { ...fixed, iceServers: [{ urls: "turn:first.example" }] },
    ]);
    mesh.useServers([{ urls: "turn:second.example" }]);
    mesh.add(memberOf(3));
    const later = { ...fixed, iceServers: [{ urls: "turn:second.example" }] };
    expect(connections.map(({ configuration }) => configuration)).toEqual([later, later]);
  }
});

test("Mesh.levelOf returns the loudness of a voice's last packet for a second", async () => {
  const { mesh, connections, clock } = meshOf();
  const [receiver] = connections[0]?.getReceivers() ?? [];
  if (receiver === undefined) throw new Error("there is no line");
  expect(mesh.levelOf(2)).toBeUndefined();
  receiver.newest = [{ timestamp: 5, audioLevel: 0.5 }];
  expect(mesh.levelOf(2)).toBe(0.5);
  await clock.pass(900);
  expect(mesh.levelOf(2)).toBe(0.5);
  await clock.pass(200);
  expect(mesh.levelOf(2)).toBeUndefined();
  receiver.newest = [{ timestamp: 6, audioLevel: 0.25 }];
  expect(mesh.levelOf(2)).toBe(0.25);
});
