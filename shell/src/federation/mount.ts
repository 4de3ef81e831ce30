import { getAppNames, registerApplication } from 'single-spa'
import type { KnownRemote } from './registry.ts'
import { RemoteApplication } from './remote-application.ts'
import type { RemoteMountContext } from './remote-application.ts'

/** Whether a remote owns the address in the browser, for this viewer. */
export type Ownership = (remote: string, location: Location) => boolean

/** The remotes of the page, with one single-spa application each. */
export class RemoteApplications<Props> {
  readonly #applications = new Map<string, RemoteApplication<Props>>()
  readonly #surroundings: RemoteMountContext<Props>
  readonly #owns: Ownership

  constructor(surroundings: RemoteMountContext<Props>, owns: Ownership) {
    this.#surroundings = surroundings
    this.#owns = owns
  }

  /**
   * Creates an application for each remote that has none. A remote that leaves the registry keeps its
   * application but owns no address.
   */
  register(remotes: readonly KnownRemote[]): void {
    for (const { name } of remotes) {
      if (this.#applications.has(name)) continue
      const application = new RemoteApplication(name, this.#surroundings)
      this.#applications.set(name, application)
      this.#registerWithSingleSpa(application)
    }
  }

  get(name: string): RemoteApplication<Props> | null {
    return this.#applications.get(name) ?? null
  }

  /**
   * The lifecycles given to single-spa never throw and never wait for code: single-spa would mark a failing
   * application as broken permanently. Failures and hangs are states of our application instead.
   */
  #registerWithSingleSpa(application: RemoteApplication<Props>): void {
    const name = `remote:${application.name}`
    if (getAppNames().includes(name)) return
    registerApplication({
      name,
      app: () =>
        Promise.resolve({
          bootstrap: () => Promise.resolve(),
          mount: () => {
            void application.enter()
            return Promise.resolve()
          },
          unmount: () => application.leave(),
        }),
      activeWhen: (location) => this.#owns(application.name, location),
    })
  }
}
