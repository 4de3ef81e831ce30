import { act, screen, waitFor } from '@testing-library/react'
import type { RouteObject } from 'react-router'
import { createPortalStore } from '../portal/portal-store.ts'
import { createQueryClient } from '../portal/query-client.ts'
import { testShell } from '../test-support/test-shell.ts'
import { expectConsole } from '../test-support/console.ts'
import { createRemote } from './create-remote.tsx'
import type { MountProps } from './create-remote.tsx'

const shell = testShell()

async function mounted(routes: readonly RouteObject[], at: string) {
  history.replaceState(null, '', at)
  const domElement = document.body.appendChild(document.createElement('div'))
  const remote = createRemote({ name: 'records', routes })
  const props: MountProps = {
    domElement,
    shell,
    store: createPortalStore(),
    queryClient: createQueryClient(),
  }
  await act(() => remote.mount(props))
  return { remote, props, domElement }
}

/** What single-spa does when somebody else pushes an address. */
async function somebodyPushes(address: string): Promise<void> {
  history.pushState(null, '', address)
  await act(async () => {
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
}

test('a remote draws the page of the address, follows addresses pushed by others, and draws nothing for those it does not own', async () => {
  const { remote, props, domElement } = await mounted(
    [{ path: '/tasks/:pid?', element: <p>Tasks are here</p> }],
    '/tasks',
  )
  expect(await screen.findByText('Tasks are here')).toBeInTheDocument()
  await somebodyPushes('/mail')
  await waitFor(() => expect(domElement).toHaveTextContent(/^$/))
  await somebodyPushes('/tasks/01')
  expect(await screen.findByText('Tasks are here')).toBeInTheDocument()
  await act(() => remote.unmount(props))
  expect(domElement).toBeEmptyDOMElement()
})

test('a page that throws while drawing becomes a panel with Try again, which heals it', async () => {
  expectConsole(/Tasks are broken|error boundary|React will try/i)
  let isBroken = true
  const Page = () => {
    if (isBroken) throw new Error('Tasks are broken')
    return <p>Tasks are here</p>
  }
  const { remote, props } = await mounted([{ path: '/tasks', element: <Page /> }], '/tasks')
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load')
  isBroken = false
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(await screen.findByText('Tasks are here')).toBeInTheDocument()
  await act(() => remote.unmount(props))
})

test('lifecycles never reject, whatever the routes are', async () => {
  const wrong: RouteObject[] = [{ path: '/tasks', children: [{ path: '/elsewhere' }] }]
  const { remote, props } = await mounted(wrong, '/tasks')
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load')
  await act(() => remote.unmount(props))
  await expect(remote.unmount(props)).resolves.toBeUndefined()
})
