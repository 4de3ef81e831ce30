import { chaos } from '../../support/chaos.ts'

chaos('entry-404')
