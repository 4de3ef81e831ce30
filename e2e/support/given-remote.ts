import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildRecord, containerName } from '@portal/contract'
import type { PanelDeclaration } from '@portal/contract'
import { openPortal } from '@portal/remote-cli/open-portal'
import { packBuild } from '@portal/remote-cli/pack-build'

export interface GivenRemote {
  name: string
  version: string
  /** Label of its page in the menu; the page is at `/<name>`. */
  label: string
  /** Code of a function that gets the element of the remote. */
  mount: string
  /** What it offers for slots, each with the code of its `mountInto(element, props)`. */
  panels?: readonly (PanelDeclaration & { mountInto: string })[]
}

/** A remote that is written by hand, as one of another team's tools would be, and its archive. */
export async function buildRemote({
  name,
  version,
  label,
  mount,
  panels = [],
}: GivenRemote): Promise<{ record: BuildRecord; archive: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), `portal-remote-${name}-`))
  const modules = panels.map(
    ({ expose, mountInto }) => `${JSON.stringify(expose)}: { mountInto: ${mountInto} }`,
  )
  const code = `var ${containerName(name, version)} = {
  init: function () {},
  modules: { ${modules.join(',\n')} },
  get: function (expose) {
    var panel = this.modules[expose]
    return Promise.resolve(function () {
      return panel || {
        bootstrap: function () { return Promise.resolve() },
        mount: function (props) { (${mount})(props.domElement); return Promise.resolve() },
        unmount: function (props) { props.domElement.replaceChildren(); return Promise.resolve() },
      }
    })
  },
}
`
  try {
    writeFileSync(join(folder, 'remoteEntry.js'), code)
    writeFileSync(join(folder, 'portal-build.json'), '')
    const menu = { label, icon: 'M4 4h16v16H4z', order: 95 }
    const record = BuildRecord.parse({
      name,
      version,
      entry: 'remoteEntry.js',
      manifest: {
        name,
        owner: `${label} team`,
        contract: '^1.0.0',
        routes: [{ path: `/${name}`, guard: 'auth', layout: 'default', menu }],
        panels: panels.map(({ mountInto: _mountInto, ...panel }) => panel),
        collections: [],
        apis: [],
      },
    })
    return { record, archive: await packBuild(folder, record) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uploads and activates a remote that is written by hand. */
export async function deployRemote(remote: GivenRemote, to: string): Promise<void> {
  const { archive } = await buildRemote(remote)
  const portal = await openPortal({ to, token: undefined, remote: remote.name })
  try {
    await portal.upload(remote.version, archive)
    await portal.activate({ version: remote.version })
  } finally {
    await portal.leave()
  }
}
