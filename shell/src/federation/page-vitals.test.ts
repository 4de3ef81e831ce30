import { PageVitals } from '@portal/contract'
import { chargesOf } from './long-frames.ts'
import { Vitals } from './page-vitals.ts'

const build = (remote: string) => ({ remote, version: '1.0.0-0a1b2c3d' })
const fileOf = (remote: string) => `${location.origin}/remotes/${remote}/1.0.0-0a1b2c3d/assets/78.js`

const script = (sourceURL: string, duration: number, more: object = {}) => ({
  startTime: 1_000,
  duration,
  sourceURL,
  sourceCharPosition: 20,
  invokerType: 'user-callback',
  invoker: 'Window.setTimeout',
  ...more,
})

const nobody = () => null

test('a long frame is charged to the builds whose scripts took 50 ms of it or more', () => {
  const shell = script(`${location.origin}/assets/shell.js`, 400)
  const frames = [
    script(fileOf('plots'), 30),
    script(fileOf('plots'), 40),
    script(fileOf('docks'), 49),
    shell,
  ]
  expect(chargesOf(frames, nobody)).toEqual([{ ...build('plots'), place: 'assets/78.js:20', ms: 70 }])
  const elsewhere = script('https://elsewhere.example/widgets/a.js', 300)
  expect(chargesOf([shell, script('', 200), elsewhere], nobody)).toEqual([])
})

const handlerOf = (invoker: string) =>
  script(`${location.origin}/assets/react.js`, 220, { invokerType: 'event-listener', invoker })

function openVitals() {
  const sent: PageVitals[] = []
  const vitals = new Vitals({
    current: () => build('plots'),
    versionOf: (remote) => (remote === 'gone' ? null : build(remote).version),
    maySend: () => true,
    send: (each) => sent.push(PageVitals.parse(each)),
  })
  return { vitals, sent }
}

const entry = (more: object) => ({
  name: 'click',
  entryType: 'event',
  startTime: 990,
  duration: 240,
  processingStart: 1_001,
  target: null,
  interactionId: 7,
  toJSON: () => '',
  ...more,
})

/** An element in a remote. */
function given(remote: string): Element {
  const owner = document.createElement('div')
  owner.dataset['remote'] = remote
  const button = document.createElement('button')
  owner.append(button)
  document.body.append(owner)
  return button
}

afterEach(() => document.body.replaceChildren())

test('an event that React handled in the shell is charged to the remote whose element had it', () => {
  const { vitals, sent } = openVitals()
  const handler = handlerOf('DIV#root.onclick')
  vitals.noteEvent(entry({ target: given('docks') }))
  vitals.noteFrame({ scripts: [handler] })
  vitals.noteEvent(entry({ target: document.body, processingStart: 5_001 }))
  vitals.noteFrame({ scripts: [{ ...handler, startTime: 5_000 }] })
  vitals.noteFrame({ scripts: [{ ...handler, startTime: 9_000 }] })
  vitals.flush()
  expect(sent).toEqual([
    {
      vitals: [{ ...build('docks'), name: 'inp', value: 240 }],
      frames: [{ ...build('docks'), place: '', count: 1, totalMs: 220, longestMs: 220 }],
    },
  ])
})

test('a click in the shell is not charged to the remote that the pointer has just left', () => {
  const { vitals, sent } = openVitals()
  const left = entry({ name: 'pointerout', target: given('docks'), processingStart: 999.5, interactionId: 0 })
  vitals.noteEvent(left)
  vitals.noteEvent(entry({ target: document.body, processingStart: 999.9 }))
  vitals.noteFrame({ scripts: [handlerOf('BUTTON.onclick')] })
  vitals.flush()
  expect(sent).toEqual([])
  // And the other way round.
  vitals.noteEvent(entry({ name: 'pointerout', target: document.body, processingStart: 4_999.5 }))
  vitals.noteEvent(entry({ target: given('docks'), processingStart: 4_999.9, interactionId: 0 }))
  vitals.noteFrame({ scripts: [{ ...handlerOf('DIV#root.onclick'), startTime: 5_000 }] })
  vitals.flush()
  expect(sent.flatMap(({ frames }) => frames.map(({ remote }) => remote))).toEqual(['docks'])
})

test('reactions are charged to the remote of the element, the slowest of a visit, and none to the shell', () => {
  const { vitals, sent } = openVitals()
  const target = given('docks')
  for (const duration of [80, 320, 120]) vitals.noteEvent(entry({ target, duration }))
  vitals.noteEvent(entry({ target: given('gone') }))
  vitals.noteEvent(entry({ target: document.body }))
  vitals.noteEvent(entry({ target, duration: 900, interactionId: 0 }))
  vitals.flush()
  vitals.flush()
  expect(sent).toEqual([{ vitals: [{ ...build('docks'), name: 'inp', value: 320 }], frames: [] }])
})

test('a page that is busy all day reports bounded numbers', () => {
  const { vitals, sent } = openVitals()
  for (let index = 0; index < 2_000; index += 1)
    vitals.noteFrame({ scripts: [script(fileOf('plots'), 500, { sourceCharPosition: index % 40 })] })
  vitals.flush()
  expect(sent[0]?.frames).toHaveLength(20)
})

test('a browser that measures nothing reports nothing', () => {
  expect('PerformanceObserver' in globalThis).toBe(false)
  const { vitals, sent } = openVitals()
  vitals.watch()
  vitals.flush()
  expect(sent).toEqual([])
})
