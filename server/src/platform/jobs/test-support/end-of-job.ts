import { setTimeout as wait } from 'node:timers/promises'
import { Job } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Polls a job as its owner until it has ended. */
export async function endOfJob(portal: TestApp, owner: Person, id: string, withinMs = 60_000): Promise<Job> {
  const endMs = Date.now() + withinMs
  for (;;) {
    const answer = await portal.send({ method: 'GET', url: `/api/jobs/${id}` }, owner)
    if (answer.statusCode !== 200) throw new Error(`job ${id}: ${answer.statusCode} ${answer.body}`)
    const job = Job.parse(answer.json())
    if (job.state === 'done' || job.state === 'failed') return job
    if (Date.now() > endMs) throw new Error(`job ${id} is still ${job.state} at ${job.done} of ${job.total}`)
    await wait(30)
  }
}
