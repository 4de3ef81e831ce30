import { manifestOf, packed, packedBuild } from '#test-support/archives.ts'
import type { ArchiveEntry, BuildOptions } from '#test-support/archives.ts'

/** The version of the remote `bad` that the archives are sent as. */
export const refusedVersion = '1.0.0-aaaaaaaa'

const good: ArchiveEntry = {
  name: 'portal-build.json',
  content: JSON.stringify({
    name: 'bad',
    version: refusedVersion,
    entry: 'remoteEntry.js',
    manifest: manifestOf('bad'),
  }),
}
/** The build with one thing changed. */
const built = (change: Partial<BuildOptions>) => () =>
  packedBuild({ name: 'bad', version: refusedVersion, ...change })

/** Archives that no upload takes, and the sentence that refuses each. */
export const refusedArchives: readonly [words: string, archive: () => Promise<Buffer>, sentence: RegExp][] = [
  ['no archive', async () => Buffer.from('hello'), /no gzip tar/],
  ['an archive cut off', async () => (await built({})()).subarray(0, 120), /no gzip tar, or not whole/],
  [
    'a way out of the folder',
    () => packed([good, { name: '../outside.js', content: 'x' }]),
    /outside\.js.*is no path/,
  ],
  ['an absolute path', () => packed([good, { name: '/etc/portal.js', content: 'x' }]), /is no path/],
  ['a hidden file', () => packed([good, { name: '.env', content: 'x' }]), /is no path/],
  [
    'a link',
    () => packed([good, { name: 'remoteEntry.js', type: 'symlink', linkname: '/etc/passwd' }]),
    /is a symlink/,
  ],
  ['a file twice', () => packed([good, good]), /in it twice/],
  [
    'no manifest',
    () => packed([{ name: 'remoteEntry.js', content: 'x' }]),
    /no portal-build\.json or portal\.json/,
  ],
  ['no entry', () => packed([good]), /holds no remoteEntry\.js/],
  ['a manifest of another remote', built({ name: 'other' }), /is of other, not of bad/],
  ['another version than its own', built({ version: '2.0.0-aaaaaaaa' }), /of version 2\.0\.0-aaaaaaaa/],
  [
    'an unknown guard',
    built({ manifest: { routes: [{ path: '/bad', guard: 'nobody', layout: 'default' }] } }),
    /unknown guard nobody/,
  ],
  ['an unknown collection', built({ manifest: { collections: ['parrots'] } }), /unknown collection parrots/],
  [
    'a route twice',
    built({ manifest: { routes: [...manifestOf('bad').routes, ...manifestOf('bad').routes] } }),
    /more than once the route \/bad/,
  ],
  [
    'a contract this portal has not',
    built({ manifest: { contract: '^2.0.0' } }),
    /needs contract \^2\.0\.0, this portal has 1\./,
  ],
  [
    'another React',
    built({ shared: { react: '^20.0.0' } }),
    /needs react \^20\.0\.0, this portal's shell has 19\.3\.1/,
  ],
]
