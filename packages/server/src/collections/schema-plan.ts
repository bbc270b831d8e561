import type { SchemaPlan } from '../store/index.ts'
import { analyticsDayPlan, analyticsNamePlan } from './analytics-day.ts'
import { answerPersonPlan } from './answer-person.ts'
import { keyPlan } from './api-key.ts'
import { appearancePlan } from './appearance.ts'
import { bookingPlan } from './booking.ts'
import { chatButtonPlan } from './chat-button.ts'
import { chatSessionPlan } from './chat-session.ts'
import { contactPlan } from './contact.ts'
import { conversationPlan } from './conversation.ts'
import { counterPlan } from './counter.ts'
import { deliveryPlan } from './delivery.ts'
import { endpointPlan } from './endpoint.ts'
import { erasurePlan } from './erasure.ts'
import { eventPlan } from './event.ts'
import { experimentPlan } from './experiment.ts'
import { experimentArmPlan } from './experiment-arm.ts'
import { experimentViewerPlan } from './experiment-viewer.ts'
import { idempotencyPlan } from './idempotency.ts'
import { chunkPlan, documentPlan } from './knowledge-document.ts'
import { sourcePlan } from './knowledge-source.ts'
import { labelCountPlan } from './label-count.ts'
import { linkDayPlan } from './link-day.ts'
import { linkGreetingPlan } from './link-greeting.ts'
import { linkPersonPlan } from './link-person.ts'
import { meetingPlan } from './meeting.ts'
import { messagePlan } from './message.ts'
import { namingPlan } from './naming.ts'
import { personalLinkPlan } from './personal-link.ts'
import { recordingPlan } from './recording.ts'
import { requestPlan } from './request.ts'
import { rollupPlan } from './rollup.ts'
import { settingPlan } from './setting.ts'
import { unfinishedErasurePlan } from './unfinished-erasure.ts'
import { visitPlan } from './visit.ts'
import { lanePlan } from './webhook-lane.ts'
import { workspacePlan } from './workspace.ts'

/** Every collection the server kit keeps. */
export const schemaPlan: SchemaPlan = {
  collections: [
    settingPlan,
    workspacePlan,
    appearancePlan,
    chatButtonPlan,
    linkGreetingPlan,
    personalLinkPlan,
    linkDayPlan,
    linkPersonPlan,
    keyPlan,
    counterPlan,
    idempotencyPlan,
    answerPersonPlan,
    requestPlan,
    contactPlan,
    conversationPlan,
    namingPlan,
    messagePlan,
    chatSessionPlan,
    documentPlan,
    chunkPlan,
    sourcePlan,
    eventPlan,
    endpointPlan,
    deliveryPlan,
    lanePlan,
    erasurePlan,
    unfinishedErasurePlan,
    meetingPlan,
    bookingPlan,
    recordingPlan,
    visitPlan,
    labelCountPlan,
    rollupPlan,
    analyticsDayPlan,
    analyticsNamePlan,
    experimentPlan,
    experimentArmPlan,
    experimentViewerPlan,
  ],
}
