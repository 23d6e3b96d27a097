import { expect, test } from "vitest";
import { checkAddress } from "../../src/outbound-http/check-address.ts";

const outsideHosts = ["10.0.0.7:8080", "hooks.internal", "*.tools.example.org", "[fd00::7]"];
/** How an address is requested, or why it isn't. */
function wayTo(address: string): string {
  try {
    return checkAddress(
      { outsideHosts, ownPort: "9991", machineUrl: "http://127.0.0.1:9993/machine" },
      new URL(address),
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each([
  "https://example.org/",
  "http://example.org:8080/a?b#c",
  "https://example.org:8443/",
  "https://xn--bcher-kva.example/",
  "https://8.8.8.8/",
  "https://1.1.1.1:3000/",
  "https://172.15.0.1/",
  "https://172.32.0.1/",
  "https://100.128.0.1/",
  "https://[2606:4700:4700::1111]/",
  "https://[2a00:1450:4001:80b::200e]/",
  "https://localhost.example.org/",
  "https://10.example.org/",
])("%s can be requested, over a guarded connection", (address) => {
  expect(wayTo(address)).toBe("guarded");
});

test.each([
  ["this network", "http://0.0.0.0/"],
  ["this network, as one number", "http://0/"],
  ["loopback", "http://127.0.0.1/"],
  ["loopback, another address of its network", "http://127.8.9.1/"],
  ["loopback, shortened", "http://127.1/"],
  ["loopback, as one decimal", "http://2130706433/"],
  ["loopback, in octal", "http://0177.0.0.01/"],
  ["loopback, in hexadecimal", "http://0x7f.0.0.1/"],
  ["loopback, as one hexadecimal number", "http://0x7f000001/"],
  ["loopback, in full-width digits", "http://１２７.０.０.１/"],
  ["loopback, escaped", "http://%31%32%37.0.0.1/"],
  ["loopback, with a dot at its end", "http://127.0.0.1./"],
  ["private, 10/8", "http://10.255.0.1/"],
  ["private, 172.16/12", "http://172.31.255.255/"],
  ["private, 192.168/16", "https://192.168.1.1/"],
  ["carrier-grade NAT", "http://100.64.0.1/"],
  ["cloud metadata within it", "http://100.100.100.200/"],
  ["link-local, used for cloud metadata", "http://169.254.169.254/latest/meta-data/"],
  ["the same as one number", "http://2852039166/"],
  ["Azure's metadata", "http://168.63.129.16/"],
  ["Oracle's metadata", "http://192.0.0.192/"],
  ["documentation", "http://192.0.2.1/"],
  ["6to4 relays", "http://192.88.99.1/"],
  ["benchmarks", "http://198.19.0.1/"],
  ["multicast", "http://224.0.0.251/"],
  ["reserved", "http://240.0.0.1/"],
  ["broadcast", "http://255.255.255.255/"],
  ["IPv6 unspecified", "http://[::]/"],
  ["IPv6 loopback", "http://[::1]/"],
  ["IPv6 loopback at full length", "http://[0:0:0:0:0:0:0:1]/"],
  ["mapped IPv4", "http://[::ffff:127.0.0.1]/"],
  ["mapped IPv4 in hexadecimal", "http://[::ffff:7f00:1]/"],
  ["mapped public IPv4", "http://[::ffff:8.8.8.8]/"],
  ["IPv4-compatible", "http://[::127.0.0.1]/"],
  ["NAT64", "http://[64:ff9b::7f00:1]/"],
  ["NAT64 of a network", "http://[64:ff9b:1::a00:1]/"],
  ["Teredo", "http://[2001:0:7f00:1::]/"],
  ["6to4", "http://[2002:7f00:1::1]/"],
  ["IPv6 documentation", "http://[2001:db8::1]/"],
  ["unique local", "http://[fc00::1]/"],
  ["metadata of a cloud over IPv6", "http://[fd00:ec2::254]/"],
  ["IPv6 link-local", "http://[fe80::1]/"],
  ["IPv6 multicast", "http://[ff02::1]/"],
  ["a name of this machine", "http://localhost/"],
  ["a name below it", "http://a.localhost/"],
  ["a name with a dot at its end", "http://LOCALHOST./"],
  ["a name without a dot", "http://intranet/"],
  ["mDNS", "http://printer.local/"],
  ["metadata by name", "http://metadata.google.internal/"],
  ["a network at home", "http://nas.home.arpa/"],
])("[security 13.1] %s is not a public address: %s", (_, address) => {
  expect(wayTo(address)).toBe("forbidden: not a public address");
});

test.each([
  ["http://example.org:22/", "forbidden: not a port of the web"],
  ["http://example.org:25/", "forbidden: not a port of the web"],
  ["http://example.org:81/", "forbidden: not a port of the web"],
  ["http://example.org:6379/", "forbidden: not a port of the web"],
  ["http://example.org:6667/", "forbidden: not a port of the web"],
  ["https://iris:secret@example.org/", "forbidden: a password in the address"],
  ["https://iris@example.org/", "forbidden: a password in the address"],
  ["ftp://example.org/", "forbidden: no web address"],
  ["file:///etc/passwd", "forbidden: no web address"],
  ["javascript:alert(1)", "forbidden: no web address"],
  ["data:text/plain,a", "forbidden: no web address"],
])("[security 13.1] %s is refused: %s", (address, why) => {
  expect(wayTo(address)).toBe(why);
});

test.each([
  ["http://10.0.0.7:8080/", "plain"],
  ["http://167772167:8080/", "plain"],
  ["http://10.0.0.7:8081/", "forbidden: not a public address"],
  ["http://10.0.0.7/", "forbidden: not a public address"],
  ["http://hooks.internal/", "plain"],
  ["https://HOOKS.internal:25/", "plain"],
  ["https://x.hooks.internal/", "forbidden: not a public address"],
  ["https://a.tools.example.org/", "plain"],
  ["https://tools.example.org/", "guarded"],
  ["https://eviltools.example.org/", "guarded"],
  ["http://[fd00::7]:9999/", "plain"],
  ["http://[fd00::8]/", "forbidden: not a public address"],
  ["http://iris:secret@hooks.internal/", "forbidden: a password in the address"],
])("with hosts that the operator allows, %s is classified as: %s", (address, way) => {
  expect(wayTo(address)).toBe(way);
});

test.each(["http://hooks.internal:9991/", "http://a.tools.example.org:9991/", "http://[fd00::7]:9991/"])(
  "%s isn't an allowed host, because it is the server's own port",
  (address) => {
    expect(wayTo(address)).not.toBe("plain");
    expect(wayTo(address.replace("9991", "9993"))).toBe(wayTo(address));
    expect(wayTo(address.replace("9991", "9992"))).toBe("plain");
  },
);
