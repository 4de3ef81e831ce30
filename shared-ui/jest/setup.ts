import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'
import { loadIdleCode, whenFirstRows } from '../src/feedback/idle-code.ts'
import { server } from '../src/test-support/server.ts'
import { forgetConsole, unexpectedConsole, watchConsole } from '../src/test-support/console.ts'
import { installBrowser } from '../src/test-support/browser.ts'

// An upper bound, not a delay: a grid renders slowly on a busy machine.
configure({ asyncUtilTimeout: 8_000 })
installBrowser()
watchConsole()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
// Tests do not wait for an idle moment after the first rows.
beforeEach(() => whenFirstRows(() => void loadIdleCode()))
beforeEach(() => {
  forgetConsole()
  localStorage.clear()
})
afterEach(() => {
  server.resetHandlers()
  expect(unexpectedConsole()).toEqual([])
})
afterAll(() => server.close())
