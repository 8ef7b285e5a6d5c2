import Streaming

/// What gives out audio, and what belongs to it.
struct AudioServices {
    let service: TranscodingService
    /// Must run.
    let scheduler: TranscodeScheduler
    let admission: StreamAdmission
    let streaming: StreamingService
    let facts: MachineFacts
}
