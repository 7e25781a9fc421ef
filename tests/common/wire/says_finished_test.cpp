#include "common/wire/says_finished.h"
#include <gtest/gtest.h>
#include <string>

namespace franz {
TEST(SaysFinished, KnowsSentencesAboutTheWholeTask) {
  for (const char* text : {
           "I have completed the request.",
           "I have successfully completed the task of adding the shoes to the cart.",
           "I've finished.",
           "I\xE2\x80\x99ve now completed your request!",
           "We completed the task",
           "I have done everything.",
           "Completed the task successfully.",
           "The task is complete",
           "The task is now complete.",
           "The window has closed, so the task is complete.",
           "The task has been completed.",
           "the request was successfully completed",
           "All of the required steps have been completed.",
           "Everything is done.",
           "The objective has been reached.",
           "The goal is achieved. Nothing is left.",
           "Task completed successfully!",
           "Task complete",
           "**Task completed.**",
           "Mission accomplished!",
           "This completes the task.",
           "I am done.",
           "I'm done with the task.",
           "All done!",
           "Done.",
           "There is nothing more to do.",
           "Nothing left to do.",
           "No further action is needed.",
           "I clicked OK and the dialog closed.\n\nThe task is complete.",
           "The task is complete. Let me know if you need anything else.",
           "I will report the result. I have completed the request.",
       })
    EXPECT_TRUE(says_finished(text)) << text;
}

TEST(SaysFinished, IgnoresOtherSentences) {
  const std::string long_tail(5000, 'x');
  for (const std::string& text : {
           std::string(),
           std::string("I have completed the first step."),
           std::string("I have completed the form."),
           std::string("The first part of the task is complete."),
           std::string("The login task is complete."),
           std::string("I click OK when the task is complete."),
           std::string("Once the task is completed, call done()."),
           std::string("The task is not complete."),
           std::string("The task isn't complete yet."),
           std::string("The task is almost done."),
           std::string("Let me check that the task is complete."),
           std::string("I will have completed the task."),
           std::string("I need to complete the task."),
           std::string("Complete the task."),
           std::string("Is the task complete?"),
           std::string("The download is complete."),
           std::string("You have completed the task."),
           std::string("I am done typing the name."),
           std::string("Nothing else is visible. Nothing happened."),
           std::string("The page shows nothing more."),
           std::string("No more actions are possible."),
           std::string("Done. Next I will click Cancel."),
           std::string("I have completed the request. Wait, the dialog is still open."),
           "I have completed the request. " + long_tail,
           std::string("tasks complete completed done the of all"),
           std::string("????????????????"),
           std::string("I will now click OK:"),
       })
    EXPECT_FALSE(says_finished(text)) << text;
}
}  // namespace franz
