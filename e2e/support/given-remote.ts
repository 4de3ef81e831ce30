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

/** Deploys a remote that is written by hand, as one of another team's tools would be. */
export async function deployRemote(
  { name, version, label, mount, panels = [] }: GivenRemote,
  to: string,
): Promise<void> {
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
        owner: 'Ports team',
        contract: '^1.0.0',
        routes: [{ path: `/${name}`, guard: 'auth', layout: 'default', menu }],
        panels: panels.map(({ mountInto: _, ...panel }) => panel),
        collections: [],
        apis: [],
      },
    })
    const portal = await openPortal({ to, token: undefined, remote: name })
    try {
      await portal.upload(version, await packBuild(folder, record))
      await portal.activate({ version })
    } finally {
      await portal.leave()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
