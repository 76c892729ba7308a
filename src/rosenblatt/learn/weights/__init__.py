"""What a learner keeps of the weights it passes through."""
