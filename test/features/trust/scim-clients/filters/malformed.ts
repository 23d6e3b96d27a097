const WHOLE = 'userName eq "ab" and (active eq true or emails[type eq "work"])';
/** Matches prefixes that are themselves complete filters. */
const COMPLETE = /^userName eq "ab" ?$/;

/** Every proper prefix of a filter that isn't a complete one. */
const cutShort = Array.from({ length: WHOLE.length - 1 }, (_, i) => WHOLE.slice(0, i + 1)).filter(
  (text) => text.trim() !== "" && !COMPLETE.test(text),
);

/** Texts that aren't filters, or that contain attributes by which accounts can't be filtered. */
export const MALFORMED: readonly string[] = [
  ...cutShort,
  ...["eq", "and", "pr", "not", "()", "not ()", "[]", "true", "null", "5", '"a"', "or or or", "=", "*", "\u0000"],
  ...['userName == "a"', 'userName = "a"', "userName eq 'a'", "userName eq a", 'userName like "a"', 'userName is "a"'],
  ...['userName eq "a" "b"', 'userName eq "a" userName eq "b"', 'userName eq "a",active eq true', 'userName "a" eq'],
  ...['userName pr "a"', "userName pr pr", "pr userName", "userName eq pr", 'eq userName "a"', 'userName eq "a" pr'],
  ...['userName eq "a" and', 'and userName eq "a"', 'userName eq "a" or', 'userName eq "a" and and active eq true'],
  ...[
    'userName eq "a" or and active eq true',
    'userName eq "a" xor active eq true',
    'userName eq "a" not active eq true',
  ],
  ...['not userName eq "a"', 'not not (userName eq "a")', '(userName eq "a"', 'userName eq "a")', '((userName eq "a")'],
  ...[
    ')userName eq "a"(',
    '(userName) eq "a"',
    'userName (eq) "a"',
    'userName eq ("a")',
    '(userName eq "a") (active eq true)',
  ],
  ...[
    'userName eq "a"; drop table users',
    'userName eq "a" -- ',
    'userName eq "a" /* x */',
    'userName eq "a" union select 1',
  ],
  ...['userName eq {"a":1}', 'userName eq ["a"]', 'userName eq "\\x"', 'userName eq "\\u12"', 'userName eq "\\"'],
  ...[
    'userName eq "a\nb"',
    'userName eq "a\u0000b"',
    'userName eq "a\tb"',
    "userName eq 01",
    "userName eq .5",
    "userName eq 1.",
  ],
  ...[
    "userName eq -",
    "userName eq 1e",
    "userName eq 5",
    "userName eq true",
    "userName co 5",
    "userName co null",
    "userName gt null",
  ],
  ...[
    "active eq 1",
    'active eq "maybe"',
    "active gt true",
    "active ge false",
    "active lt true",
    'active co "t"',
    'active sw "t"',
  ],
  ...["active eq TRUTH", 'meta.created eq "yesterday"', 'meta.created gt "2020-13-45T00:00:00Z"', "meta.created gt 5"],
  ...['meta.created lt ""', "meta.lastModified gt true", "emails eq true", "emails.value eq 5", "emails.type gt 5"],
  ...[
    "emails[]",
    'emails[type eq "work"',
    'emails type eq "work"]',
    'emails[type eq "work"].',
    'emails[type eq "work"]]',
  ],
  ...[
    'emails[[type eq "work"]]',
    'emails[emails[type eq "work"]]',
    "emails[type]",
    'emails[not type eq "a"]',
    '[type eq "work"]',
  ],
  ...[
    'emails.[type eq "work"]',
    'emails[type eq "work"] eq "a"',
    'emails[nothing eq "a"]',
    'emails[type eq "work"]active eq true',
  ],
  ...['userName[value eq "a"]', "active[value eq true]", 'name[givenName eq "a"][x pr]', 'emails[userName eq "a"]'],
  ...[
    'emails..value eq "a"',
    '.value eq "a"',
    'emails. eq "a"',
    'user Name eq "a"',
    'user,Name eq "a"',
    '1user eq "a"',
    '-x eq "a"',
  ],
  ...[
    'title eq "a"',
    'nickName sw "a"',
    'password eq "a"',
    'password sw "a"',
    'groups.value eq "1"',
    'roles.value eq "owner"',
  ],
  ...[
    'phoneNumbers.value eq "1"',
    'nothing eq "a"',
    "nothing pr",
    'name.nothing eq "a"',
    'emails.nothing eq "a"',
    "meta.nothing pr",
  ],
  ...[
    'members.value eq "1"',
    'urn:nothing:userName eq "a"',
    'urn:ietf:params:scim:schemas:core:2.0:Group:displayName eq "a"',
  ],
  ...[
    'urn:ietf:params:scim:schemas:core:2.0:User: eq "a"',
    'userName.value eq "a"',
    'userName.x.y eq "a"',
    'constructor eq "a"',
  ],
  ...['__proto__ eq "a"', "toString pr", 'emails.constructor eq "a"', 'hasOwnProperty eq "a"'],
];
