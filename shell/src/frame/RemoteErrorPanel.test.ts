import { troubleDetails } from './RemoteErrorPanel.tsx'

test('the copied details say which build failed, and how, where and when', () => {
  const state = {
    kind: 'failed',
    version: '1.0.0-0a1b2c3d',
    attempt: 2,
    reason: 'The code could not be loaded.',
    detail: 'ChunkLoadError: Loading chunk 5 failed',
  } as const
  const details = troubleDetails(
    { remote: 'records', owner: 'Records team', state },
    'https://portal.example/tasks',
    new Date('2026-11-20T10:00:00Z'),
  )
  expect(details.split('\n')).toEqual([
    'Part: records',
    'Version: 1.0.0-0a1b2c3d',
    'Owner: Records team',
    'State: failed, attempt 2',
    'Reason: The code could not be loaded.',
    'Fault: ChunkLoadError: Loading chunk 5 failed',
    'Address: https://portal.example/tasks',
    'Time: 2026-11-20T10:00:00.000Z',
  ])
})
